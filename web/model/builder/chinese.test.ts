/**
 * The published schemas in Chinese: public/zh-CN/schema.json has every description that they give, the
 * name of every field that the builder shows, and nothing else.
 */

import fs from "node:fs";
import { afterAll, expect, test } from "vitest";

import { addTexts, type Catalogue, setWords } from "@/language/words";
import { type Schema, SchemaBook } from "../schemaBook";
import { type Field, fieldsAt, keyLabel } from "./fields";
import type { Path } from "./part";

function read<T>(file: string): T {
  return JSON.parse(fs.readFileSync(`public/${file}`, "utf8")) as T;
}

const SCENARIO = read<Schema>("schema/scenario.json");
const BOOK = new SchemaBook(SCENARIO);
const CHINESE = read<Catalogue>("zh-CN/schema.json");
/** Names that Chinese engineers write as they are. */
const NAMES = new Set([
  "$schema",
  "Check quorum",
  "Follower replication",
  "Id",
  "Leaders",
  "PD",
  "Raft",
  "RTT",
  "Tick",
]);

/** One of each thing that has a form. */
const FILE = {
  topology: { zones: [{}], stores: [{}], gateways: [{}], links: { between: [{}] } },
  workload: [{}],
};
const FORMS: readonly Path[] = [
  ...["topology", "data", "settings", "raft", "reads", "costs", "schedule"].map(
    (key): Path => [key],
  ),
  ...["zones", "stores", "gateways"].map((key): Path => ["topology", key, 0]),
  ["topology", "links", "between", 0],
  ["workload", 0],
];

/** Those of a form and of the forms in it. */
function fieldsBelow(path: Path): Field[] {
  return fieldsAt(BOOK, FILE, path).flatMap((field) => [
    field,
    ...(field.control.kind === "object" ? fieldsBelow([...path, field.key]) : []),
  ]);
}

/** All that a schema explains, in its order. */
function descriptions(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { description } = value as { description?: unknown };
  const own = typeof description === "string" ? [description.replace(/\s*\n\s*/g, " ")] : [];
  return [...own, ...Object.values(value).flatMap(descriptions)];
}

const EXPLAINED = [SCENARIO, read<Schema>("schema/lesson.json")].flatMap(descriptions);
const FIELDS = [...fieldsAt(BOOK, FILE, []), ...FORMS.flatMap(fieldsBelow)];
const LABELS = FIELDS.map(({ key }) => keyLabel(key));

afterAll(() => setWords("en", {}));

test("there is every description and every name, and nothing else", () => {
  const said = new Set([...LABELS.filter((label) => !NAMES.has(label)), ...EXPLAINED]);
  const names = Object.keys(CHINESE).filter((text) => !NAMES.has(text));
  expect(names.sort()).toEqual([...said].sort());
});

test("the figures, the code and the spaces are as they are to be", () => {
  const found = (text: string, what: RegExp): string =>
    [...text.matchAll(what)]
      .map(([one]) => one)
      .sort()
      .join(" ");
  for (const [english, chinese] of Object.entries(CHINESE)) {
    expect(found(chinese, /`[^`]*`/g), english).toBe(found(english, /`[^`]*`/g));
    expect(chinese).not.toMatch(/\p{sc=Han}[A-Za-z0-9`{,;:?!()]|[A-Za-z0-9`},;:?!()]\p{sc=Han}/u);
  }
});

test("what the engine calls by the same name is called the same", () => {
  const engine = read<Catalogue>("zh-CN/engine.json");
  const shared = Object.entries(CHINESE).filter(([text]) => text in engine);
  expect(shared.filter(([text, said]) => engine[text] !== said)).toEqual([]);
});

test("a field speaks the language", () => {
  setWords("zh-CN", read<Catalogue>("zh-CN/page.json"));
  addTexts(CHINESE);
  const attempts = fieldsAt(BOOK, FILE, ["workload", 0, "retry"]).find(
    ({ key }) => key === "attempts",
  );
  expect(keyLabel("attempts")).toBe("请求次数");
  expect(attempts?.about).toMatch(/^总的请求次数/);
});
