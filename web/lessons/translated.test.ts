/**
 * The lessons in Simplified Chinese: every text that is shown has its translation, none is left
 * over, and what a text carries besides words (figures of the run, marks, sources, numbers, places,
 * words of the glossary) is in both. Must not know how a language is chosen.
 */

import fs from "node:fs";
import path from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import Markdown from "react-markdown";
import { describe, expect, it } from "vitest";

type Table = Record<string, string>;
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const PUBLIC = path.join(import.meta.dirname, "..", "..", "public");
const read = (...name: string[]): Json =>
  JSON.parse(fs.readFileSync(path.join(PUBLIC, ...name), "utf8")) as Json;
const chinese = (name: string): Table => read("zh-CN", name) as Table;

const LISTED = read("lessons", "index.json") as { title: string; text: string; file: string }[];
const LESSONS = LISTED.map(({ file }) => read("lessons", file));
const TABLE = chinese("lessons.json");
/** Zones by their ids, as the maps show them. */
const PLACES = chinese("places.json");

const SHOWN = ["title", "text", "takeaway", "question", "reply", "label", "hints"];
/** Names of people and houses, ids, enum words, metrics, instants. */
const AS_THEY_ARE = [
  ...[
    "$schema",
    "format",
    "id",
    "by",
    "scenario",
    "variant",
    "start",
    "play",
    "show",
    "open",
    "others",
  ],
  ...["metric", "over", "times", "unit", "since", "source", "happened", "where", "lasting"],
  ...["after", "before", "equals"],
];
/** Recorded actions: nobody reads them. */
const RECORDED = ["solution", "wrong"];

/** The strings of a lesson, each with the key under which it stands. */
function stringsOf(json: Json, key = ""): [key: string, text: string][] {
  if (typeof json === "string") return [[key, json]];
  if (json === null || typeof json !== "object") return [];
  if (Array.isArray(json)) return json.flatMap((one) => stringsOf(one, key));
  return Object.entries(json)
    .filter(([own]) => !RECORDED.includes(own))
    .flatMap(([own, value]) => stringsOf(value, own));
}

const STRINGS = LESSONS.flatMap((lesson) => stringsOf(lesson));
const TEXTS = new Set(
  LISTED.flatMap(({ title, text }, place) => {
    const shown = stringsOf(LESSONS[place] ?? null).filter(([key]) => SHOWN.includes(key));
    return [title, text, ...shown.map(([, own]) => own)];
  }),
);
const BOTH = Object.entries(TABLE);

/** Words that the page explains where they stand in a text, as the English and the Chinese has them. */
const EXPLAINED: [english: RegExp, chinese: string][] = [
  [/\bgateways?\b/i, "网关"],
  [/\branges?\b/i, "Region"],
  [/\btablets?\b/i, "tablet"],
  [/\b(?:placement driver|PD)\b/, "PD"],
  [/\bdelegates?\b/i, "中继副本"],
  [/\bread index(?:es)?\b/i, "ReadIndex"],
  [/\bleases?\b/i, "租约"],
  [/\blinearizable\b/i, "线性一致"],
];

/** What may keep its English: the title of a publication, an amount, the name of a machine. */
const TITLES = LESSONS.flatMap((lesson) => {
  const { sources = [] } = lesson as { sources?: { title: string }[] };
  return sources.map(({ title }) => title);
});
const mayStay = (text: string): boolean =>
  TITLES.includes(text) || /^(?:[\d.,]+(?: m?s| KiB)?|[a-z]+\d)\.?$/.test(text);

const HAN = "\\u3400-\\u9fff";
const NUMBER = /\d+(?:[.,]\d+)*/.source;

/** What no language changes, in order of the alphabet. */
function marksOf(text: string): string[] {
  return (text.match(/\{\{.*?\}\}|`[^`]*`|\(#[\w-]+\)/g) ?? []).sort();
}

const wordsOnly = (text: string): string => text.replaceAll(/\{\{.*?\}\}|\(#[\w-]+\)/g, "");

/** The numbers of a text, each once; "1.02 million" is 102 万. */
function numbersOf(text: string): string[] {
  const found = wordsOnly(text).matchAll(new RegExp(`(${NUMBER})( million| 万)?`, "g"));
  const numbers = [...found].map(([, digits = "", scale]) => {
    if (scale === undefined) return digits;
    return String(Math.round(Number(digits) * (scale === " 万" ? 1e4 : 1e6)));
  });
  return [...new Set(numbers)].sort();
}

/** Numbers with their units, which Chinese writes as English does. */
function amountsOf(text: string): string[] {
  const unit = "(?:ms|µs|s|B|kB|MB|GB|KiB|Mbit/s|%)";
  return wordsOnly(text).match(new RegExp(`(?<!\\w)${NUMBER} ?${unit}(?!\\w)`, "g")) ?? [];
}

/** The elements that a text of Markdown becomes. */
function elementsOf(text: string): string[] {
  const html = renderToStaticMarkup(createElement(Markdown, { skipHtml: true }, text));
  return (html.match(/<(?:p|em|strong|code|ul|ol|li|a)\b/g) ?? []).sort();
}

function placesIn(text: string): string[] {
  return Object.keys(PLACES).filter((id) => new RegExp(`\\b${id}\\b`, "i").test(text));
}

/** By their ids, each once. */
function machinesIn(text: string): string[] {
  const ids = wordsOnly(text).match(/(?<![\w-])(?:[a-z]+\d+|g-[a-z]+)(?![\w-])/g) ?? [];
  return [...new Set(ids)].sort();
}

describe("the lessons in Chinese", () => {
  it("have each text that is shown, and no other, in the order of the lessons", () => {
    expect(Object.keys(TABLE)).toEqual([...TEXTS].filter((text) => TABLE[text] !== undefined));
    expect([...TEXTS].filter((text) => TABLE[text] === undefined)).toEqual([]);
  });

  it("leave no field unnoticed that a lesson may have", () => {
    const keys = new Set(STRINGS.map(([key]) => key));
    expect([...keys].filter((key) => ![...SHOWN, ...AS_THEY_ARE].includes(key))).toEqual([]);
  });

  it("carry the same figures, sources and code", () => {
    for (const [english, text] of BOTH) expect(marksOf(text), english).toEqual(marksOf(english));
  });

  it("become the same elements", () => {
    for (const [english, text] of BOTH) {
      if (!/[*_`[<\n]/.test(english + text)) continue;
      expect(elementsOf(text), english).toEqual(elementsOf(english));
    }
  });

  it("tell the same numbers and amounts", () => {
    for (const [english, text] of BOTH) {
      expect(numbersOf(text), english).toEqual(numbersOf(english));
      // An instant of the run is the n-th second.
      for (const amount of amountsOf(english))
        expect(
          [amount, amount.replace(/^([\d.]+) s$/, "第 $1 秒")].some((one) => text.includes(one)),
        ).toBe(true);
    }
  });

  it("name the same places, by their ids or in Chinese", () => {
    for (const [english, text] of BOTH) {
      for (const id of placesIn(english)) {
        const isNamed = text.includes(PLACES[id] ?? "") || placesIn(text).includes(id);
        expect(isNamed, `${id}: ${text}`).toBe(true);
      }
    }
  });

  it("say the words that the page explains wherever the English does", () => {
    for (const [english, text] of BOTH) {
      if (mayStay(english)) continue;
      for (const [word, said] of EXPLAINED)
        if (word.test(wordsOnly(english))) expect(text, english).toContain(said);
    }
  });

  it("speak of the same machines, and quote as many names on the page", () => {
    for (const [english, text] of BOTH) {
      expect(machinesIn(text), english).toEqual(machinesIn(english));
      const quoted = (one: string): number => one.match(/“[^“”]+”/g)?.length ?? 0;
      expect(quoted(text), english).toBeGreaterThanOrEqual(quoted(english));
    }
  });
});

describe("a text in Chinese", () => {
  it("is in Chinese", () => {
    for (const [english, text] of BOTH) {
      if (new RegExp(`[${HAN}]`).test(text)) continue;
      expect(text.trim(), english).not.toBe("");
      expect(mayStay(english), english).toBe(true);
    }
  });

  it("keeps its words apart from Latin ones, and its marks wide", () => {
    for (const [, text] of BOTH) {
      expect(text).not.toMatch(new RegExp(`[${HAN}][A-Za-z0-9]|[A-Za-z0-9][${HAN}]`));
      expect(text).not.toMatch(new RegExp(`[${HAN}][,;:?!()]|[,;:?!](?=[${HAN}])`));
      expect(text).not.toMatch(new RegExp(`[${HAN}，。：；、] +[${HAN}，。：；、]`));
    }
  });
});
