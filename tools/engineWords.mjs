/**
 * The words of the engine's own tables, read from their Rust sources: labels of choices and switches
 * with what they mean, costs of read modes, kinds of bytes, types of messages, kinds of moments.
 * `npm run words` brings `public/<language>/engine.json` up to them. What is a sentence or a phrase of
 * the engine (sentences.mjs) is said there alone. Must not know the page.
 */

import fs from "node:fs";
import path from "node:path";
import { engineSentences } from "./sentences.mjs";
import { filesBelow, ROOT } from "./steps.mjs";

/** Of these choices the page shows what each value means too. */
const EXPLAINED = new Set(
  `ReadMode DelegatePolicy Compression Timestamps SafeTime AdaptiveBy FollowerChoice ResourceKind
   Tunable Work`.split(/\s+/),
);

const TEXT = String.raw`"((?:[^"\\]|\\[\s\S])*)"`;
const COMMENTS = String.raw`((?:^ *//.*\n)*)`;

/** All words that are no sentences, each once, in the order of the sources. */
export function engineWords() {
  const found = [
    ...switchWords(read("core/model/src/switches.rs")),
    ...sourcesWithChoices().flatMap(choiceWords),
    ...modeCosts(read("core/run/src/playground/catalog.rs")),
    ...kindWords(read("core/run/src/playground/catalog.rs")),
    ...messageLabels(read("core/text/src/messages.rs")),
    ...momentWords(read("core/format/src/moments.rs")),
    ...verdictWords(read("core/experiments/src/sweep/verdict.rs")),
  ];
  const sentences = new Set(engineSentences());
  return [...new Set(found)].filter((text) => text !== "" && !sentences.has(text));
}

/** Labels of every `choice!`; where the page shows its values, what they mean, and ids as labels. */
export function choiceWords(source) {
  return choicesIn(source).flatMap(({ name, values }) =>
    values.flatMap(({ id, label, what }) => {
      const isShown = EXPLAINED.has(name);
      const called = label ?? (isShown ? id : undefined);
      return [...(called === undefined ? [] : [called]), ...(isShown ? [what] : [])];
    }),
  );
}

/** Each choice with its values: `{ name, values: [{ id, label, what }] }`. */
function choicesIn(source) {
  const blocks = source.matchAll(/^choice! \{[\s\S]*?pub enum (\w+) \{\n([\s\S]*?)^\}/gm);
  const row = new RegExp(`${COMMENTS}^ *\\w+ = ${TEXT}(?:,\\s*${TEXT})?;`, "gm");
  return [...blocks].map(([, name, body]) => ({
    name,
    values: [...body.matchAll(row)].map(([, comments, id, label]) => ({
      id: plain(id),
      label: label && plain(label),
      what: flowing(comments),
    })),
  }));
}

/** Rows of `switches!`: what a switch does, its names, what happens while it is off. */
export function switchWords(source) {
  const rows = source.slice(source.indexOf("$of! {"), source.indexOf("choice! {"));
  const row = new RegExp(
    `${COMMENTS}^ *\\w+(?: as "\\w+")?: (\\w+) = [^,]+, \\w+,\\s*${TEXT},\\s*${TEXT}` +
      `((?:,\\s*\\w+: (?:"(?:[^"\\\\]|\\\\[\\s\\S])*"|\\w+))*);`,
    "gm",
  );
  return [...rows.matchAll(row)].flatMap(([, comments, type, phrase, label, rules]) => {
    const rule = (key) => plain(new RegExp(`\\b${key}: ${TEXT}`).exec(rules)?.[1] ?? "");
    const titled = rule("titled") || (type === "bool" ? "" : `${phrase} {}`);
    return [plain(label), flowing(comments), rule("off"), rule("unit"), phrase, titled];
  });
}

function modeCosts(source) {
  const [, costs] = /let cost = match mode \{([\s\S]*?)\n {4}\};/.exec(source);
  return textsIn(costs);
}

function kindWords(source) {
  const [, kinds] = /let \(label, text\) = match kind \{([\s\S]*?)\n {4}\};/.exec(source);
  return textsIn(kinds);
}

function messageLabels(source) {
  return [...source.matchAll(/=> \("\w+", "([^"]+)"\)/g)].map(([, label]) => label);
}

/** Kinds of moments by their ids, as an expectation names them. */
function momentWords(source) {
  const rows = source.slice(source.indexOf("\nmoments! {"));
  return [...rows.matchAll(/^ {4}\w+ = "(\w+)"/gm)].map(([, id]) => id.replaceAll("_", " "));
}

/** What came of a run of a sweep. */
function verdictWords(source) {
  return [...source.matchAll(/Verdict::\w+ => "(\w+)"/g)].map(([, word]) => word);
}

function sourcesWithChoices() {
  const files = filesBelow(["core"]).filter((file) => /^core\/\w+\/src\/.*\.rs$/.test(file));
  return files.map(read).filter((text) => /^choice! \{/m.test(text));
}

function textsIn(source) {
  return [...source.matchAll(new RegExp(TEXT, "g"))].map(([, text]) => plain(text));
}

function read(file) {
  return fs.readFileSync(path.join(ROOT, file), "utf8");
}

/** Lines of a doc comment as the page gets them (`flowing` in core/format/src/word.rs). */
function flowing(comments) {
  const lines = [...comments.matchAll(/^ *\/\/\/ ?(.*)$/gm)].map(([, line]) => line.trim());
  return lines.join(" ").replaceAll("'", "’");
}

/** A literal of Rust as it is said. */
function plain(literal) {
  return literal.replace(/\\\n\s*/g, "").replace(/\\(["\\'])/g, "$1");
}
