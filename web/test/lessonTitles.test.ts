import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = path.join(import.meta.dirname, "..", "..", "public", "lessons");

interface Step {
  id: string;
  title: string;
  predict?: { answers: { text: string; right?: boolean }[] };
}

interface File {
  title: string;
  takeaway?: string;
  steps: Step[];
}

const FILES = fs
  .readdirSync(FOLDER)
  .filter((name) => name !== "index.json")
  .map((name) => JSON.parse(fs.readFileSync(path.join(FOLDER, name), "utf8")) as File);

/** Words that say something: five letters and more. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-zà-ÿ]{5,}/g) ?? [];
}

describe("the titles of a lesson's steps", () => {
  it.each(FILES.flatMap(({ steps }) => steps.map((step) => [step.title, step] as const)))(
    "%s: gives no answer away",
    (title, { predict }) => {
      expect(title).not.toMatch(/\d|nothing|wrong answer|stale|out of date/i);
      const answers = predict?.answers ?? [];
      const others = new Set(
        answers.filter(({ right }) => !right).flatMap(({ text }) => wordsOf(text)),
      );
      const telling = answers
        .filter(({ right }) => right)
        .flatMap(({ text }) => wordsOf(text))
        .filter((word) => !others.has(word));
      const told = wordsOf(title).filter((word) => telling.includes(word));
      expect(told).toEqual([]);
    },
  );

  it.each(FILES.map((file) => [file.title, file] as const))(
    "%s: what to take along is said in two sentences",
    (_, { takeaway = "" }) => {
      expect(takeaway.match(/[.](?: |$)/g)).toHaveLength(2);
    },
  );
});
