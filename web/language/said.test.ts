import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sayAll, sayWithin } from "./said";
import { setWords } from "./words";

/** A sentence as the engine marks it. */
function marked(template: string, values: Record<string, string> = {}): string {
  const given = Object.entries(values).map(([name, value]) => `\u0002${name}\u0003${value}`);
  return `\u0001${template}${given.join("")}\u0004`;
}

beforeEach(() =>
  setWords(
    "zh-CN",
    {},
    {
      sentences: {
        "Cut the {link}.": "切断{link}。",
        "link from {from} to {to}": "从 {from} 到 {to} 的链路",
        "{who} sent {what} to {to}": "{to} 收到 {who} 发出的{what}",
        "an append": "追加日志",
        "{who} read {what}": "{who} 读了 {what}",
        "{cause} and {effect}": "{cause}，{effect}",
      },
    },
  ),
);
afterEach(() => setWords("en", {}));

describe("what the engine says", () => {
  it("is said in the language that is chosen, values and all", () => {
    const link = marked("link from {from} to {to}", { from: "az1", to: "az2" });
    expect(sayAll(marked("Cut the {link}.", { link }))).toBe("切断从 az1 到 az2 的链路。");
  });

  it("has the engine's own words as values, and what a person wrote as it stands", () => {
    expect(
      sayAll(marked("{who} sent {what} to {to}", { who: "{s1}", what: "an append", to: "s2" })),
    ).toBe("s2 收到 {s1} 发出的追加日志");
  });

  it("leaves an id as it is, even where it is a word", () => {
    const sent = marked("{who} sent {what} to {to}", {
      who: "s1",
      what: "\u0007an append",
      to: "s2",
    });
    expect(sayAll(sent)).toBe("s2 收到 s1 发出的an append");
  });

  it("begins with its next word where the value that it begins with is empty", () => {
    const effect = marked("{who} read {what}", { who: "", what: "k5" });
    expect(sayAll(marked("{cause} and {effect}", { cause: "s1 woke", effect }))).toBe(
      "s1 woke，读了 k5",
    );
  });

  it("stays English where a sentence has no translation", () => {
    expect(sayAll(`x ${marked("New to {whom}.", { whom: "us" })} y`)).toBe("x New to us. y");
  });

  it("leaves a text alone whose marks somebody else made up", () => {
    expect(sayAll("\u0001{a, b}")).toBe("\u0001{a, b}");
  });

  it("is found wherever it stands in a reply, and columns are left alone", () => {
    const reply = {
      update: { notables: [{ text: marked("an append") }] },
      rows: new Uint8Array(2),
    };
    sayWithin(reply);
    expect(reply.update.notables).toEqual([{ text: "追加日志" }]);
  });

  it("keeps links, where the sentence has them in this language", () => {
    const link = (text: string, node: number) => ({ text, target: { node } });
    const short = [
      { text: "\u0001{who} sent {what} to {to}\u0002who\u0003", target: null },
      link("s1", 1),
      { text: "\u0002what\u0003", target: null },
      link(marked("an append"), 9),
      { text: "\u0002to\u0003", target: null },
      link("s2", 2),
      { text: "\u0004", target: null },
    ];
    const reply = { short };
    sayWithin(reply);
    expect(reply.short).toEqual([
      link("s2", 2),
      { text: " 收到 ", target: null },
      link("s1", 1),
      { text: " 发出的", target: null },
      link("追加日志", 9),
    ]);
  });
});
