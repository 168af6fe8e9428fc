/** What the guides of the course pack tell a teacher to press is there, under that name. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./steps.mjs";

const COURSE = path.join(ROOT, "docs", "course");
const WORDS = path.join(ROOT, "public", "zh-CN");
const GUIDES = ["guide-15.md", "guide-50.md", "guide-90.md", "README.md", "worksheets.md"];
/** More words than this between quotation marks are said, not pressed. */
const WORDS_MAX = 4;
/** What somebody says, or what is no control. */
const SAID = [
  "Elect a leader at once.",
  "How long do writes wait?",
  "Is check quorum enough?",
  "split brain",
  "the longer log",
  "unknown",
];

/** All that the page, its scenarios, lessons and the engine say: English is the key. */
const said = new Set(
  fs
    .readdirSync(WORDS)
    .flatMap((file) => Object.keys(JSON.parse(fs.readFileSync(path.join(WORDS, file), "utf8")))),
);

/** "Next: …" is a sentence with a place for what comes. */
function isSaid(text) {
  if (said.has(text)) return true;
  const begin = text.replace(/…$/, "");
  return begin !== text && [...said].some((one) => one.startsWith(`${begin}{`));
}

function controlsIn(file) {
  const text = fs.readFileSync(path.join(COURSE, file), "utf8").replace(/\s+/g, " ");
  const quoted = [...text.matchAll(/“([^”]+)”/g)].map(([, words]) => words);
  return quoted.filter((words) => words.split(" ").length <= WORDS_MAX && !SAID.includes(words));
}

describe("a control that a guide names", () => {
  it.each(GUIDES)("is on the page: %s", (file) => {
    expect(controlsIn(file).filter((words) => !isSaid(words))).toEqual([]);
  });

  it("is missed where there is none of that name", () => {
    expect(isSaid("Let me try")).toBe(true);
    expect(isSaid("Next: …")).toBe(true);
    expect(isSaid("Let me cry")).toBe(false);
    expect(controlsIn("guide-50.md")).toContain("Let me try");
  });
});

describe("the steps that the 50-minute guide numbers", () => {
  const text = fs.readFileSync(path.join(COURSE, "guide-50.md"), "utf8").replace(/\s+/g, " ");
  const opened = [...text.matchAll(/`\?lesson=([\w-]+)&step=([\w-]+)`/g)];
  const lessons = [...new Set(opened.map(([, lesson]) => lesson))];

  it.each(lessons)("are those of its rows: %s", (lesson) => {
    const rows = opened.filter((one) => one[1] === lesson);
    const file = path.join(ROOT, "public", "lessons", `${lesson}.json`);
    const { title, steps } = JSON.parse(fs.readFileSync(file, "utf8"));
    const [, told = ""] = new RegExp(`\\*${title}\\* ([\\d, to]+)[;.]`).exec(text) ?? [];
    const [first, last] = told.split(" to ").map(Number);
    const named = told.includes(" to ")
      ? Array.from({ length: last - first + 1 }, (_, at) => first + at)
      : told.split(", ").map(Number);
    expect(named).toEqual(rows.map(([, , step]) => steps.findIndex(({ id }) => id === step) + 1));
  });
});
