/**
 * The Chinese of the data's texts: public/zh-CN has one for each that people read in scenarios,
 * the track record, challenges, sweeps, advice and the list of published figures, and says the same figures and names.
 */
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const PUBLIC = path.join(import.meta.dirname, "..", "..", "public");
const CHINESE = path.join(PUBLIC, "zh-CN");

/** Fields whose texts people read; in others stand ids, metrics and words of the format. */
const PROSE = new Set([
  "title",
  "text",
  "label",
  "wait",
  "done",
  "question",
  "ask",
  "why",
  "hints",
  "parameter",
]);
/** A figure as it was published: the same in every language. */
const FIGURE = /^[\d.,]+(?: ?(?:ms|s|%|[KM]?\/s))?$/;
/** A parameter by its place in a scenario file, with its value, and nothing else. */
const PLACE = /^(?!.*\b(?:a|an|the)\b)/;
/** Names that Chinese engineers write as they are, and one that they write in a word. */
const NAMES = new Set(["Follower Replication", "Read index"]);

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

function read(file: string): Json {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

/** The texts for people below a value, in their order. */
function prose(value: Json, field = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => prose(one, field));
  if (value !== null && typeof value === "object") {
    return Object.entries(value).flatMap(([key, one]) => prose(one, key));
  }
  if (typeof value !== "string" || !PROSE.has(field)) return [];
  return field === "parameter" && PLACE.test(value) ? [] : [value];
}

function below(folder: string): string[] {
  const names = fs.readdirSync(path.join(PUBLIC, folder)).filter((name) => name.endsWith(".json"));
  return names.sort().flatMap((name) => prose(read(path.join(PUBLIC, folder, name))));
}

/** Titles of articles stay as their authors wrote them, for who looks for them. */
function fidelity(): string[] {
  const { sources, ...list } = read(path.join(PUBLIC, "fidelity.json")) as {
    [key: string]: Json;
  };
  expect(prose(sources ?? null).length).toBeGreaterThan(0);
  return prose(list).filter((text) => !FIGURE.test(text));
}

const SETS: [string, () => string[]][] = [
  ["scenarios", () => below("scenarios")],
  ["field", () => below("field")],
  ["challenges", () => below("challenges")],
  ["sweeps", () => below("sweeps")],
  ["advice", () => below("advice")],
  ["fidelity", fidelity],
];

/** What is found, sorted: the order of a sentence differs between languages. */
function found(text: string, what: RegExp): string[] {
  return [...text.matchAll(what)].map(([one]) => one).sort();
}

const ALIKE: [string, RegExp][] = [
  ["figures", /(?<![A-Za-z\d.,])\d+(?:[.,]\d+)*/g],
  ["placeholders", /\{\{[^}]*\}\}/g],
  ["code", /`[^`]*`/g],
  ["addresses", /\]\([^)]*\)/g],
];
/** Ids may be said once more or less, as a sentence needs it. */
const IDS = /(?<![\w-])(?:[A-Za-z]+\d+|g-[a-z]+|[a-z]+-[a-z]+-\d)(?![\w-])/g;

describe.each(SETS)("the Chinese of %s", (name, texts) => {
  const chinese = read(path.join(CHINESE, `${name}.json`)) as Record<string, string>;
  const pairs = Object.entries(chinese);

  it("has every text once, in the order of the files, and none that is gone", () => {
    expect(Object.keys(chinese)).toEqual([...new Set(texts())]);
  });

  it("says something else than the English", () => {
    const same = pairs.filter(([text, said]) => text === said).map(([text]) => text);
    expect(same.filter((text) => !NAMES.has(text))).toEqual([]);
    expect(pairs.filter(([, said]) => said.trim() === "")).toEqual([]);
  });

  it.each(ALIKE)("has the same %s", (_, what) => {
    const wrong = pairs.filter(
      ([text, said]) => found(text, what).join(" ") !== found(said, what).join(" "),
    );
    expect(wrong).toEqual([]);
  });

  it("speaks of the same stores, gateways and zones", () => {
    const ids = (text: string) => [...new Set(found(text, IDS))].join(" ");
    expect(pairs.filter(([text, said]) => ids(text) !== ids(said))).toEqual([]);
  });

  it("quotes every name on the page that the English quotes", () => {
    const quoted = (text: string) => found(text, /“[^“”]+”/g).length;
    expect(pairs.filter(([text, said]) => quoted(said) < quoted(text))).toEqual([]);
  });

  it("is Chinese where it is not a name, with Chinese punctuation", () => {
    const wrong = pairs.filter(([text, said]) => {
      const words = said.replaceAll(/\{\{[^}]*\}\}|`[^`]*`/g, "");
      if (NAMES.has(text)) return false;
      return !/\p{sc=Han}/u.test(words) || /\p{sc=Han}[,;:?!()]|[,;:?!()]\p{sc=Han}/u.test(words);
    });
    expect(wrong).toEqual([]);
  });

  it("puts a space between Chinese and Latin, and none elsewhere", () => {
    const tight = /\p{sc=Han}[A-Za-z0-9`{]|[A-Za-z0-9`}]\p{sc=Han}/u;
    const wide = /[\p{sc=Han}，。：；（）？“”] [\p{sc=Han}，。：；（）？“”]/u;
    expect(pairs.filter(([, said]) => tight.test(said) || wide.test(said))).toEqual([]);
  });
});
