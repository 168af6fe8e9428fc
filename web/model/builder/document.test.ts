import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { changed, documentOf } from "./document";
import type { Path } from "./part";

const SMALL = `{
  "title": "One",
  "topology": {
    "zones": [{ "id": "az1" }, { "id": "az2" }],
    "stores": [
      { "id": "s1", "zone": "az1" },
      { "id": "s2", "zone": "az2" }
    ]
  },
  "actions": []
}
`;

describe("one change of a text", () => {
  test("a value takes the place of another, and all else stays", () => {
    expect(changed(SMALL, ["topology", "stores", 1, "zone"], "az1")).toBe(
      SMALL.replace('"s2", "zone": "az2"', '"s2", "zone": "az1"'),
    );
  });

  test("a key is added on the line of the others", () => {
    expect(changed(SMALL, ["topology", "stores", 0, "cores"], 4)).toBe(
      SMALL.replace('"zone": "az1" }', '"zone": "az1", "cores": 4 }'),
    );
  });

  test("an item is added as its neighbours stand: in a line, or in lines", () => {
    expect(changed(SMALL, ["topology", "zones", -1], { id: "az3" })).toBe(
      SMALL.replace('{ "id": "az2" }]', '{ "id": "az2" }, { "id": "az3" }]'),
    );
    expect(changed(SMALL, ["topology", "stores", -1], { id: "s3", zone: "az1" })).toBe(
      SMALL.replace('"zone": "az2" }\n', '"zone": "az2" },\n      { "id": "s3", "zone": "az1" }\n'),
    );
  });

  test("what is missing on the way is made", () => {
    expect(changed(SMALL, ["topology", "links", "cross_zone", "rtt"], "5ms")).toBe(
      SMALL.replace("    ]\n  },", '    ],\n    "links": { "cross_zone": { "rtt": "5ms" } }\n  },'),
    );
    expect(changed(SMALL, ["actions", -1, "at"], "1s")).toBe(
      SMALL.replace("[]", '[{ "at": "1s" }]'),
    );
  });

  test("what is long stands in lines, as the shipped files do", () => {
    const item = { at: "1s", do: "put", text: "x".repeat(90) };
    expect(changed(SMALL, ["actions", -1], item)).toContain(
      `"actions": [\n    {\n      "at": "1s",\n      "do": "put",\n      "text": "${"x".repeat(90)}"\n    }\n  ]\n`,
    );
  });

  test("what is taken out takes its comma along: the first, one between, the last, the only one", () => {
    const out = (path: Path): string => changed(SMALL, path, undefined);
    expect(out(["topology", "zones", 0])).toBe(SMALL.replace('{ "id": "az1" }, ', ""));
    expect(out(["topology", "zones", 1])).toBe(SMALL.replace(', { "id": "az2" }', ""));
    expect(out(["topology", "stores", 0])).toBe(
      SMALL.replace('{ "id": "s1", "zone": "az1" },\n      ', ""),
    );
    expect(out(["topology", "stores", 1])).toBe(
      SMALL.replace(',\n      { "id": "s2", "zone": "az2" }', ""),
    );
    expect(out(["actions"])).toBe(SMALL.replace(',\n  "actions": []', ""));
    const one = changed(SMALL, ["actions", -1], { at: "1s" });
    expect(changed(one, ["actions", 0], undefined)).toBe(SMALL);
    expect(out(["nothing", 3, "such"])).toBe(SMALL);
  });

  test("a text that is broken, or has no such place, stays as it is", () => {
    const broken = SMALL.replace('"One",', '"One"');
    expect(changed(broken, ["title"], "Two")).toBe(broken);
    expect(changed(SMALL, ["title", "deeper"], "Two")).toBe(SMALL);
    expect(changed(SMALL, ["topology", "zones", "name"], "Two")).toBe(SMALL);
  });

  test("tabs stay tabs beside what stands there", () => {
    expect(changed('{\n\t"a": [\n\t\t1\n\t]\n}', ["a", -1], 2)).toBe(
      '{\n\t"a": [\n\t\t1,\n\t\t2\n\t]\n}',
    );
  });
});

test("a broken text says where it breaks", () => {
  expect(documentOf('{"a": 1}')).toEqual({ ok: true, value: { a: 1 } });
  expect(documentOf('{"a": 1 "b": 2}')).toMatchObject({ ok: false, at: 8 });
  for (const text of ["", '{"a": 1,}', "{} x", '{"a": 1} // note', "{'a': 1}"]) {
    expect(documentOf(text).ok, text).toBe(false);
  }
});

const FOLDER = "public/scenarios";
const SHIPPED = fs
  .readdirSync(FOLDER)
  .filter((name) => name !== "index.json")
  .map((name): [string, string] => [name, fs.readFileSync(`${FOLDER}/${name}`, "utf8")]);

/** Every place of a value, from the top down. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.keys(value).flatMap((key) => placesIn(value, key, path))];
}

function placesIn(holder: object, key: string, path: Path): Path[] {
  const step = Array.isArray(holder) ? Number(key) : key;
  return placesOf((holder as Record<string, unknown>)[key], [...path, step]);
}

function plain(text: string): string {
  return text.replace(/(\d)\.0\b/g, "$1").replaceAll("\\u00b7", "·");
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], value);
}

describe.each(SHIPPED)("%s goes there and back", (_name, text) => {
  const read = documentOf(text);
  const value = read.ok ? read.value : undefined;
  const all = placesOf(value);
  // Evenly some of the very many.
  const places = all.filter((_, i) => i % Math.ceil(all.length / 100) === 0);

  test("every value, changed and changed back, gives the same bytes", () => {
    for (const path of places) {
      const before = valueAt(value, path);
      if (typeof before === "object") continue;
      expect(changed(text, path, before)).toBe(text);
      const other = changed(text, path, "something else");
      expect(other).not.toBe(text);
      // A number may be written as 1.0, a sign by its code: only undoing knows.
      expect(plain(changed(other, path, before))).toBe(plain(text));
    }
  });

  test("in every object and list, what is added and taken out again leaves the same bytes", () => {
    for (const path of places) {
      const holder = valueAt(value, path);
      if (typeof holder !== "object" || holder === null) continue;
      const count = Array.isArray(holder) ? holder.length : 0;
      const [into, back] = Array.isArray(holder) ? [-1, count] : ["added", "added"];
      const more = changed(text, [...path, into], { id: "new", list: [1, 2] });
      expect(valueAt(JSON.parse(more), [...path, back])).toEqual({ id: "new", list: [1, 2] });
      expect(changed(more, [...path, back], undefined)).toBe(text);
    }
  });

  test("what is taken out is gone, and all else is as it was", () => {
    for (const path of places) {
      if (path.length === 0) continue;
      const expected = structuredClone(value);
      const holder = valueAt(expected, path.slice(0, -1));
      const step = path.at(-1) as string | number;
      if (Array.isArray(holder)) holder.splice(Number(step), 1);
      else delete (holder as Record<string, unknown>)[step];
      expect(JSON.parse(changed(text, path, undefined))).toEqual(expected);
    }
  });
});
