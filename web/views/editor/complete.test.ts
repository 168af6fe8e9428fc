import fs from "node:fs";
import path from "node:path";
import { CompletionContext } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { describe, expect, test } from "vitest";
import { type Schema, SchemaBook, typeText } from "@/model/schemaBook";
import { completionFrom } from "./complete";

const FILE = path.join(import.meta.dirname, "../../../public/schema/scenario.json");
const book = new SchemaBook(JSON.parse(fs.readFileSync(FILE, "utf8")) as Schema);

/** What is offered where the text has its mark `|`. */
function offered(marked: string): string[] {
  const pos = marked.indexOf("|");
  const doc = marked.slice(0, pos) + marked.slice(pos + 1);
  const state = EditorState.create({ doc, extensions: [json()] });
  ensureSyntaxTree(state, doc.length, 5_000);
  const found = completionFrom(() => book)(new CompletionContext(state, pos, true));
  return (found?.options ?? []).map(({ label, displayLabel }) => displayLabel ?? label);
}

describe("keys", () => {
  test("of the whole file, without those that are there", () => {
    const keys = offered('{ "title": "One", "|" }');
    expect(keys).toContain("topology");
    expect(keys).toContain("workload");
    expect(keys).not.toContain("title");
  });

  test("of a part, also before a quote is written", () => {
    expect(offered('{ "topology": { | } }')).toContain("zones");
    expect(offered('{ "topology": { "stores": [ { "id": "s1", "c|" } ] } }')).toContain("cores");
  });

  test("of the action that is meant", () => {
    const keys = offered('{ "actions": [ { "at": "1s", "do": "crash", | } ] }');
    expect(keys).toContain("store");
    expect(keys).not.toContain("one_way");
  });

  test("of a variant are those of the scenario, but for what no variant changes", () => {
    const keys = offered('{ "variants": { "fast": { | } } }');
    expect(keys).toEqual(expect.arrayContaining(["text", "topology", "settings", "seed"]));
    expect(keys).not.toContain("variants");
    expect(keys).not.toContain("format");
    expect(offered('{ "variants": { "fast": { "data": { | } } } }')).toContain("replicas");
  });
});

describe("values", () => {
  test("that the format knows", () => {
    expect(offered('{ "settings": { "read_mode": | } }')).toContain("follower");
    expect(offered('{ "settings": { "read_mode": "lea|" } }')).toContain("leader");
    expect(offered('{ "settings": { "check_quorum": | } }')).toEqual(["true", "false"]);
  });

  test("all actions where one is chosen", () => {
    const words = offered('{ "actions": [ { "at": "1s", "do": "|" } ] }');
    expect(words).toEqual(expect.arrayContaining(["cut", "crash", "heal"]));
  });

  test("lanes under the map, in a list", () => {
    expect(offered('{ "show": { "lanes": ["|"] } }')).toEqual(expect.arrayContaining(["commit"]));
    expect(offered('{ "show": { | } }')).toEqual(
      ["lanes", "picture", "against", "from", "beats", "doors"].sort(),
    );
  });

  test("names that the text gives to its parts", () => {
    const names = offered(
      '{ "topology": { "zones": [{ "id": "Ohio" }], "stores": [{ "id": "s1", "zone": "|" }] } }',
    );
    expect(names).toContain("Ohio");
  });

  test("nothing where nothing is known", () => {
    expect(offered('{ "unknown": { | } }')).toEqual([]);
    expect(offered("|")).toEqual([]);
  });
});

test("a place is described in a few words", () => {
  const seed = book.at([{ kind: "object", values: new Map(), key: "seed" }]);
  expect(typeText(seed)).toBe("whole number");
  const duration = book.at([{ kind: "object", values: new Map(), key: "duration" }]);
  expect(duration[0]?.description).toContain("Length of the run");
});
