/**
 * What a text in Chinese quotes of the page: a control or label that the English quotes by its name
 * is quoted by the name that the page and the engine give it in Chinese.
 */
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const CHINESE = path.join(import.meta.dirname, "..", "..", "public", "zh-CN");
const catalogue = (name: string): Record<string, string> =>
  JSON.parse(fs.readFileSync(path.join(CHINESE, `${name}.json`), "utf8"));

/** Of one English word the page and the engine may say different things: “Start”. */
const LABELS = [catalogue("page"), catalogue("engine")];

const quotedIn = (text: string): string[] =>
  [...text.matchAll(/“([^“”]*)”/g)].map(([, quoted = ""]) => quoted);

/** The id of a load, which stays, may be a word that the page says elsewhere: “reads”. */
const mayStay = (label: string): string[] => (/^[a-z]/.test(label) ? [label] : []);

/** The labels that a text quotes, each with what the page calls it. */
function labelsIn(english: string): { label: string; called: string[] }[] {
  return quotedIn(english).flatMap((label) => {
    const called = LABELS.flatMap((said) =>
      Object.hasOwn(said, label) ? (said[label] ?? []) : [],
    );
    return called.length > 0 ? [{ label, called: [...called, ...mayStay(label)] }] : [];
  });
}

test.each(["lessons", "scenarios", "challenges"])(
  "the Chinese of %s quotes controls as the page names them",
  (name) => {
    const pairs = Object.entries(catalogue(name));
    expect(pairs.flatMap(([english]) => labelsIn(english)).length).toBeGreaterThan(0);
    const wrong = pairs.flatMap(([english, text]) => {
      const quoted = quotedIn(text);
      return labelsIn(english)
        .filter(({ called }) => !called.some((one) => quoted.includes(one)))
        .map(({ label, called }) => ({ label, called, text }));
    });
    expect(wrong).toEqual([]);
  },
);
