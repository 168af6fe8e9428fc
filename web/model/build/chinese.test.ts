/**
 * The builder's fields in Chinese: public/zh-CN/schema.json has the name of each and what the schema
 * says of it, and nothing else.
 */

import fs from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";

import { addTexts, type Catalogue, setWords } from "@/language/words";
import { type Schema, SchemaBook } from "../schemaBook";
import { type Field, fieldsAt, keyLabel } from "./fields";
import type { Path } from "./part";

function read<T>(file: string): T {
  return JSON.parse(fs.readFileSync(`public/${file}`, "utf8")) as T;
}

const BOOK = new SchemaBook(read<Schema>("schema/scenario.json"));
const CHINESE = read<Catalogue>("zh-CN/schema.json");
/** Names that Chinese engineers write as they are. */
const NAMES = new Set(["Check quorum", "Fsync", "Id", "PD", "Raft", "RTT", "Tick"]);

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

interface Said {
  labels: string[];
  about: string[];
}

function said(): Said {
  const fields = [...fieldsAt(BOOK, FILE, []), ...FORMS.flatMap(fieldsBelow)];
  return {
    labels: fields.map(({ key }) => keyLabel(key)),
    about: fields.map(({ about }) => about),
  };
}

let english: Said;
let chinese: Said;
beforeAll(() => {
  english = said();
  setWords("zh-CN", read<Catalogue>("zh-CN/page.json"));
  addTexts(CHINESE);
  chinese = said();
});
afterAll(() => setWords("en", {}));

test("every field has a Chinese name, and is explained in Chinese", () => {
  const left = (kind: keyof Said): string[] =>
    english[kind].filter((text, i) => text !== "" && text === chinese[kind][i] && !NAMES.has(text));
  expect(left("labels")).toEqual([]);
  expect(left("about")).toEqual([]);
});

test("nothing stands there that no field says", () => {
  const labels = new Set(english.labels);
  const idle = Object.keys(CHINESE).filter(
    (text) => !labels.has(text) && !english.about.some((about) => about.startsWith(text)),
  );
  expect(idle).toEqual([]);
});

test("what the engine calls by the same name is called the same", () => {
  const engine = read<Catalogue>("zh-CN/engine.json");
  const other = Object.keys(CHINESE).filter(
    (text) => (engine[text] ?? CHINESE[text]) !== CHINESE[text],
  );
  expect(other).toEqual([]);
});
