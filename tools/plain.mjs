/** Words that make a native reader stumble, with what to say instead: refused in what people read. */

import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./steps.mjs";
import { LANGUAGES } from "./words.mjs";

/** Texts of the page, the engine, scenarios, lessons and challenges: the keys of a translation. */
const READ = ["page", "sentences", "engine", "scenarios", "field", "lessons", "challenges"];

export const STUMBLES = [
  { word: /\bspar(?:es|ed|ing)\b/, cure: "to spare is to let live; traffic is saved" },
  { word: /\b(?:bear|bears|bore)\b/, cure: "a group tolerates a loss" },
  { word: /\bbe it\b/, cure: "“whether or not”, or a sentence of its own" },
  { word: /\b(?:whoever|thereof|whereof|wherein)\b/i, cure: "say who: a client, a reader, you" },
  { word: /\bper mille\b/, cure: "per cent, with decimals" },
  { word: /\bnot promised\b/, cure: "no guarantee" },
  { word: /\bway there and back\b/, cure: "round trip" },
  { word: /\b(?:held|hold) against\b/, cure: "compared with" },
  { word: /\bsecond \d/, cure: "an instant is “at 10 s”" },
  { word: /\d ppm\b/, cure: "per cent, or fast and slow by how much" },
];

/** @returns {string[]} one line for each text that holds such a word, with what to say */
export function stumbles(texts = englishTexts()) {
  return texts.flatMap((text) =>
    STUMBLES.filter(({ word }) => word.test(text)).map(({ cure }) => `${cure}: ${text}`),
  );
}

function englishTexts() {
  const folder = path.join(ROOT, "public", LANGUAGES[0]);
  return READ.flatMap((name) =>
    Object.keys(JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), "utf8"))),
  );
}
