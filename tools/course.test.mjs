/** The course pack: its questions are true of the runs they quote, and what is made of it opens. */

import fs from "node:fs";
import path from "node:path";
import { DOMParser } from "@xmldom/xmldom";
import { describe, expect, it } from "vitest";
import { courseDocuments, hostedFiles, madeFiles } from "./course.mjs";
import {
  asMarkdown,
  asMoodle,
  faultsOf,
  isQuoteOf,
  qtiFiles,
  queryOf,
  readBank,
  topics,
  valueAt,
} from "./course-bank.mjs";
import { queriesIn, slidesOf } from "./course-pages.mjs";
import { stumbles } from "./plain.mjs";
import { ROOT } from "./steps.mjs";

/** Parts of an address that name nothing of the lists (docs/embedding.md). */
const OTHER_PARTS = ["handout", "level", "theme"];

const SITE = "https://atlas.example.org/";
const bank = readBank();
const documents = courseDocuments();
const readJson = (file) => JSON.parse(fs.readFileSync(path.join(ROOT, file), "utf8"));
const wordsOf = ({ question, options = [], why }) => [question, ...options, why].join("\n");

/** Figures of runs that guides and slides state: the document, its words, the outcome. */
const QUOTED = [
  ["guide-15.md", "gives 168 stale answers", "stale-leader/leader-unchecked"],
  ["guide-15.md", "one that asks first gives 0", "stale-leader/leader"],
  ["guide-15.md", "6 stale answers instead of 168", "stale-leader/check-quorum"],
  ["guide-50.md", "23 stale reads in the scenario", "lease-unsafe/lease-unsafe"],
  ["guide-50.md", "and 0 with a lease by time", "lease-unsafe/lease"],
  ["slides.md", "at once: 168 stale answers", "stale-leader/leader-unchecked"],
  ["slides.md", "With check quorum: 6", "stale-leader/check-quorum"],
  ["slides.md", "asks a majority first: 0", "stale-leader/leader"],
  ["slides.md", "By role: 23 stale reads", "lease-unsafe/lease-unsafe"],
  ["slides.md", "By time: 0", "lease-unsafe/lease"],
  ["slides.md", "two: 37", "lease-and-restart/wrong"],
  ["slides.md", "and 26 stale reads", "lease-and-transfer/wrong"],
  ["slides.md", "With them: 0", "lease-and-restart/right"],
  ["slides.md", "0 and 0", "lease-and-transfer/right"],
  ["slides.md", "for 20.2 s without check quorum", "one-way-cut/no-check-quorum"],
  ["slides.md", "for 2.4 s with both", "one-way-cut/safeguards"],
  ["slides.md", "503 failed reads without repair", "lose-a-zone/off"],
  ["slides.md", "repair, 0 with it", "lose-a-zone/on"],
  ["slides.md", "98.6 kB for a write", "follower-replication-3x3/direct"],
  ["slides.md", "33.0 kB with two", "follower-replication-3x3/relay"],
  ["slides.md", "then read index: 201 ms", "one-rtt-read/apart"],
  ["slides.md", "in one request: 101 ms", "one-rtt-read/together"],
  ["slides.md", "20.0 s old", "staleness-during-partition/no-bound"],
  ["slides.md", "bound of 5 s: 4.9 s", "staleness-during-partition/bound"],
];

/** What a learning platform must carry unharmed. */
const HARD = {
  id: "hard",
  topic: "leader",
  question: "Is 2 < 3 && \"a\" > 'b' in `x<T> & y`?",
  options: ["<b>Yes</b>", "No & never", "a ]]> b"],
  right: 1,
  why: "5 > 4 & 4 < 5 “so”.",
  shown_by: { scenario: "stale-leader", variant: "leader" },
};
const HARD_NUMBER = { ...HARD, id: "number", options: undefined, answer: 1200, unit: "kB & more" };

describe("the bank of questions", () => {
  it("has 60, each with an id of its own", () => {
    expect(bank).toHaveLength(60);
    expect(new Set(bank.map(({ id }) => id)).size).toBe(60);
  });

  it("asks something of every lesson, and nothing else", () => {
    const asked = new Set(bank.map(({ topic }) => topic));
    expect([...asked].sort()).toEqual(
      topics()
        .map(({ id }) => id)
        .sort(),
    );
  });

  it("has the right answer in every place", () => {
    const places = new Set(bank.filter(({ options }) => options).map(({ right }) => right));
    expect([...places].sort()).toEqual([0, 1, 2, 3]);
  });

  it("says it in plain words", () => {
    expect(stumbles(bank.map(wordsOf))).toEqual([]);
  });

  it.each(bank)("$id is shown by a run that exists", ({ shown_by }) => {
    expect(faultsOfAddress(queryOf(shown_by))).toEqual([]);
  });

  const quotes = bank.flatMap(({ figures = [], ...question }) =>
    figures.map((figure) => ({ id: question.id, words: wordsOf(question), ...figure })),
  );

  it.each(quotes)("$id quotes $text as $path has it", ({ words, file, path: where, text }) => {
    expect(words).toContain(text);
    const value = valueAt(readJson(file), where);
    expect({ text, value, isQuote: isQuoteOf(text, value) }).toMatchObject({ isQuote: true });
  });
});

describe("a quoted figure", () => {
  it.each([
    ["8.3 ms", 8317],
    ["2.1 MB", 2054030],
    ["66.8 %", 0.6677],
    ["4,211", 4210.98],
    ["1.072223s", "violated at 1.072223s"],
  ])("%s is %s, rounded", (text, value) => {
    expect(isQuoteOf(text, value)).toBe(true);
  });

  it.each([
    ["8.4 ms", 8317],
    ["8.3 µs", 8317],
    ["169", 168],
    ["about 168", 168],
    ["1.2s", "violated at 1.072223s"],
    ["168", undefined],
  ])("%s is not %s", (text, value) => {
    expect(isQuoteOf(text, value)).toBe(false);
  });
});

describe("the shape of a question", () => {
  it.each([
    ["a word that nobody knows", { colour: 1 }, /colour is unknown/],
    ["no reason", { why: "" }, /why is missing/],
    ["two options", { options: ["a", "b"], right: 0 }, /found 2, expected 3 to 5/],
    ["an option twice", { options: ["a", "b", "a"] }, /two are the same/],
    ["no right answer", { right: 3 }, /right: found 3/],
    ["no number", { options: undefined, unit: "s" }, /answer: expected a number/],
    ["no run", { shown_by: {} }, /shown_by: expected one of scenario, lesson, challenge/],
  ])("refuses %s", (_, change, fault) => {
    expect(faultsOf(HARD)).toEqual([]);
    expect(faultsOf({ ...HARD, ...change }).join("\n")).toMatch(fault);
  });
});

describe("Markdown", () => {
  it("has the answers only where they are wanted", () => {
    const [without, with_] = [false, true].map((answers) =>
      asMarkdown(bank, { answers, site: "" }),
    );
    expect(without.match(/^\*\*\d+\.\*\* /gm)).toHaveLength(60);
    for (const { why } of bank) {
      expect(without).not.toContain(why);
      expect(with_).toContain(why);
    }
  });
});

describe("Moodle XML", () => {
  it("has every question, each multiple choice with one right answer", () => {
    const questions = [...xml(asMoodle(bank, { site: SITE })).getElementsByTagName("question")];
    const kinds = questions.map((question) => question.getAttribute("type"));
    const asked = questions.filter((_, at) => kinds[at] !== "category");
    expect(asked).toHaveLength(60);
    for (const question of asked) {
      const answers = [...question.getElementsByTagName("answer")];
      const full = answers.filter((answer) => answer.getAttribute("fraction") === "100");
      expect(full).toHaveLength(1);
    }
  });

  it("escapes for HTML, and that for XML", () => {
    const made = xml(asMoodle([HARD, HARD_NUMBER], { site: SITE }));
    const texts = [...made.getElementsByTagName("text")].map(({ textContent }) => textContent);
    expect(texts).toContain(
      "<p>Is 2 &lt; 3 &amp;&amp; \"a\" &gt; 'b' in <code>x&lt;T&gt; &amp; y</code>?</p>",
    );
    expect(texts).toContain("&lt;b&gt;Yes&lt;/b&gt;");
    expect(texts).toContain("a ]]&gt; b");
    expect(texts.join()).toContain(`<a href="${SITE}?scenario=stale-leader&amp;variant=leader">`);
    expect(texts).toContain("1200");
  });
});

describe("the QTI package", () => {
  it("lists a file for each question, and no other", () => {
    const files = qtiFiles(bank, { site: SITE });
    const manifest = xml(files["imsmanifest.xml"]);
    const listed = [...manifest.getElementsByTagName("file")].map((file) =>
      file.getAttribute("href"),
    );
    expect(["imsmanifest.xml", ...listed].sort()).toEqual(Object.keys(files).sort());
    expect(listed).toHaveLength(60);
  });

  it("names the right choice of every question", () => {
    const files = qtiFiles(bank, { site: SITE });
    for (const { id, options, right, answer } of bank) {
      const item = xml(files[`items/${id}.xml`]);
      const [value] = item.getElementsByTagName("value");
      if (options === undefined) {
        expect(value.textContent).toBe(String(answer));
        continue;
      }
      const choices = [...item.getElementsByTagName("simpleChoice")];
      const chosen = choices.find(
        (choice) => choice.getAttribute("identifier") === value.textContent,
      );
      expect(chosen?.textContent).toBe(options[right].replaceAll("`", ""));
    }
  });

  it("carries signs of XML unharmed", () => {
    const files = qtiFiles([HARD, HARD_NUMBER], { site: SITE });
    const item = xml(files["items/hard.xml"]);
    expect(item.getElementsByTagName("prompt")[0].textContent).toBe(
      HARD.question.replaceAll("`", ""),
    );
    expect(item.getElementsByTagName("code")[0].textContent).toBe("x<T> & y");
    expect(xml(files["items/number.xml"]).documentElement.textContent).toContain("kB & more");
  });
});

describe("the documents", () => {
  it.each(documents)("$file names addresses that exist", ({ text }) => {
    expect(queriesIn(text).flatMap(faultsOfAddress)).toEqual([]);
  });

  it.each(documents)("$file says it in plain words", ({ text }) => {
    expect(stumbles([text.replaceAll("\n", " ")])).toEqual([]);
  });

  it.each(QUOTED)("%s says “%s”, as %s has it", (file, words, where) => {
    const { text } = documents.find((document) => document.file === file);
    expect(text.replace(/\s+/g, " ")).toContain(words);
    const outcomes = readJson("public/outcomes.json");
    const value = valueAt(outcomes, where);
    const numbers = [...words.matchAll(/\d[\d.,]*\d(?: (?:ms|s|kB)\b)?|\d/g)].map(
      ([number]) => number,
    );
    expect(numbers.filter((number) => isQuoteOf(number, value))).not.toEqual([]);
  });

  it("finds what is wrong with an address", () => {
    expect(faultsOfAddress("?scenario=stale-leader&variant=nobody")).toHaveLength(1);
    expect(faultsOfAddress("?lesson=leader&step=nobody")).toHaveLength(1);
    expect(faultsOfAddress("?scenario=challenge.nobody")).toHaveLength(1);
    expect(faultsOfAddress("?colour=blue")).toHaveLength(1);
  });
});

describe("the deck", () => {
  const deck = documents.find(({ kind }) => kind === "deck");
  const made = madeFiles(SITE)["slides.html"];

  it("has a slide for each section", () => {
    expect(made.match(/<section>/g)).toHaveLength(slidesOf(deck.text).length);
  });

  it("is one file: no script, nothing fetched, every picture in it", () => {
    expect(made).not.toMatch(/<script|<link|url\(|@import|javascript:|\son\w+=/);
    const sources = [...made.matchAll(/src="([^"]{0,30})/g)].map(([, source]) => source);
    expect(sources.length).toBeGreaterThan(5);
    for (const source of sources) expect(source).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(made).toContain(`href="${SITE}?scenario=`);
  });

  it("asks for nothing in its policy", () => {
    expect(made).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
  });
});

describe("the pages beside a built page", () => {
  const files = hostedFiles("");
  const pages = Object.entries(files).filter(([name]) => name.endsWith(".html"));

  it("begin with an index", () => {
    expect(Object.keys(files)).toContain("index.html");
  });

  it.each(pages)("%s leads to what is there, and has no script or style of its own", (_, page) => {
    expect(page).not.toMatch(/<script|<style|\sstyle="/);
    const links = [...page.matchAll(/href="([^"#?]*)[^"]*"/g)].map(([, link]) => link);
    const own = links.filter((link) => link !== "" && link !== "../" && !/^https?:/.test(link));
    expect(own.filter((link) => files[link] === undefined)).toEqual([]);
  });
});

/** A document that is well-formed; anything else throws. */
function xml(text) {
  const onError = (level, message) => {
    throw new Error(`${level}: ${message}`);
  };
  return new DOMParser({ onError }).parseFromString(text, "text/xml");
}

/** @returns {string[]} what an address of the page names and there is not */
function faultsOfAddress(query) {
  const asked = Object.fromEntries(new URLSearchParams(query));
  const { scenario, variant, lesson, step, ...others } = asked;
  const rest = Object.fromEntries(
    Object.entries(others).filter(([key]) => !OTHER_PARTS.includes(key)),
  );
  const faults = Object.keys(rest).map((key) => `${query}: ${key} is no part of an address`);
  if (scenario !== undefined) faults.push(...faultsOfScenario(query, scenario, variant));
  if (lesson !== undefined) {
    const known = readList("lessons").includes(lesson);
    const steps = known ? readJson(`public/lessons/${lesson}.json`).steps : [];
    if (!known) faults.push(`${query}: no such lesson`);
    if (step !== undefined && !steps.some(({ id }) => id === step)) {
      faults.push(`${query}: no such step`);
    }
  }
  return faults;
}

function faultsOfScenario(query, scenario, variant) {
  const [, challenge] = /^challenge\.(.+)$/.exec(scenario) ?? [];
  if (challenge !== undefined) {
    return readList("challenges").includes(challenge) ? [] : [`${query}: no such challenge`];
  }
  if (!readList("scenarios").includes(scenario)) return [`${query}: no such scenario`];
  const { variants = {} } = readJson(`public/scenarios/${scenario}.json`);
  return variant === undefined || variant in variants ? [] : [`${query}: no such variant`];
}

function readList(kind) {
  return readJson(`public/${kind}/index.json`).map(({ id }) => id);
}
