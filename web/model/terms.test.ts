import { afterEach, describe, expect, it } from "vitest";

import { setWords } from "@/language/words";
import { piecesOf } from "./terms";

const explained = (text: string, told?: Set<string>) =>
  piecesOf(text, told)
    .filter(({ term }) => term !== null)
    .map(({ text: word, term }) => [word, term?.name]);

afterEach(() => setWords("en", {}));

describe("terms in a text", () => {
  it("are explained where they stand first, in the form in which they stand", () => {
    expect(explained("Ranges have leaders. A range is led by one, by its lease.")).toEqual([
      ["Ranges", "range"],
      ["lease", "lease"],
    ]);
    expect(explained("The placement driver (PD) asks the gateway g1.")).toEqual([
      ["placement driver", "placement driver"],
      ["gateway", "gateway"],
    ]);
  });

  it("are whole words: parts of others are not", () => {
    expect(explained("arranged, released, refreshed, g-west, re-range")).toEqual([]);
    expect(explained("A read-index, two read indexes")).toEqual([["read-index", "read index"]]);
  });

  it("lose nothing of the text", () => {
    const text = "A tablet is linearizable; the delegate is fresh.";
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });

  it("are told once in several texts that belong together", () => {
    const told = new Set<string>();
    expect(explained("a gateway", told)).toHaveLength(1);
    expect(explained("the gateway", told)).toHaveLength(0);
  });
});

describe("terms in a Chinese text", () => {
  it("are found without spaces around them", () => {
    setWords("zh-CN", {});
    expect(explained("先由网关问 PD，Region 的租约到期后，中继副本批量请求ReadIndex。")).toEqual([
      ["网关", "gateway"],
      ["PD", "placement driver"],
      ["Region", "range"],
      ["租约", "lease"],
      ["中继副本", "delegate"],
      ["ReadIndex", "read index"],
    ]);
    expect(explained("tablet 的线性一致读；租约、租约")).toEqual([
      ["tablet", "tablet"],
      ["线性一致", "linearizable"],
      ["租约", "lease"],
    ]);
  });

  it("are none where the word is one of every day, or English", () => {
    setWords("zh-CN", {});
    expect(explained("最新的值，fresh gateway，Regions，TPD")).toEqual([]);
  });
});
