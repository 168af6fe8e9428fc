/**
 * The engine's sentences, read from the sources of core/: templates of `say!`, `tell!`, `phrase!` and
 * `counted!` (core/text/src/said.rs). `npm run words` brings `public/<language>/sentences.json`
 * up to them. What is said past the macros is found by the same reading. Must not know the page.
 */

import fs from "node:fs";
import path from "node:path";
import { filesBelow, ROOT } from "./steps.mjs";

/** A literal of Rust, its lines joined as the compiler joins them. */
const LITERAL = String.raw`"((?:[^"\\]|\\[\s\S])*)"`;
const SAID = new RegExp(String.raw`\b(?:say|tell|phrase)!\s*[({]\s*(?:\w+,\s*)?${LITERAL}`, "g");
const COUNTED = new RegExp(
  String.raw`\bcounted!\s*\(\s*[^"]*?,\s*${LITERAL},\s*${LITERAL}\s*,?\s*\)`,
  "g",
);
/** Words with a blank between them that are put together or made a text past the macros. */
const LEFT = new RegExp(
  String.raw`\b(?:format|write|writeln)!\s*\(\s*(?:\w+,\s*)?${LITERAL}|${LITERAL}\s*\.(?:to_string|into|to_owned)\(\)`,
  "g",
);

/** Put together past the macros on purpose. */
const NO_SENTENCES = new Set([
  // What the JSON library ends its messages with, to be cut off.
  " at line {} column {}",
  "line {} column {}",
  " at {position}",
  // In a report, which is English.
  "at {at}: {seen}",
  "at {at}",
  // A schema's own description.
  "Text: {}",
  // The title of a file that is written: files are English.
  "{percent} % of the load: {}",
]);

/** Where the engine speaks to people in the page. */
export const SPEAKING = [
  "core/text/src",
  "core/format/src",
  "core/observe/src",
  "core/explain/src",
  "core/report/src",
  "core/documents/src",
  "core/run/src",
  "core/advice/src",
  "core/futures/src",
  "core/wasm_tools/src",
  "core/wasm_engine/src",
];

/** All sentences, each once, in the order of the sources. */
export function engineSentences() {
  return [...new Set(sources().flatMap(([, text]) => sentencesIn(text)))];
}

export function sentencesIn(text) {
  const code = withoutTests(text);
  const found = [...code.matchAll(SAID), ...code.matchAll(COUNTED)];
  found.sort((a, b) => a.index - b.index);
  return found
    .flatMap(([, ...literals]) => literals.filter((text) => text !== undefined))
    .map(plain);
}

/** `file:line: text` of what is said past the macros, without the files and folders of a list. */
export function engineLeft(without = []) {
  return sources()
    .filter(([file]) => !without.some((one) => file === one || file.startsWith(`${one}/`)))
    .flatMap(([file, text]) => leftIn(text).map(({ line, said }) => `${file}:${line}: ${said}`));
}

export function leftIn(text) {
  const code = withoutTests(text);
  return [...code.matchAll(LEFT)].flatMap((match) => {
    const said = plain(match[1] ?? match[2] ?? "");
    if (NO_SENTENCES.has(said)) return [];
    const line = code.slice(0, match.index).split("\n").length;
    return /\p{L}{2,}[,:;]? [\p{L}{]|[} ]\p{L}{2,}[ .]|\p{L}{2,} \{/u.test(said)
      ? [{ line, said }]
      : [];
  });
}

function sources() {
  return filesBelow(SPEAKING)
    .filter((file) => file.endsWith(".rs") && !/\/tests?(?:\/|\.rs$)|testing\.rs$/.test(file))
    .map((file) => [file, fs.readFileSync(path.join(ROOT, file), "utf8")]);
}

/** Tests and the lines of comments say nothing to a person. */
function withoutTests(text) {
  const tests = text.search(/^#\[cfg\(test\)\]\nmod \w+ \{/m);
  const code = tests === -1 ? text : text.slice(0, tests);
  return code.replace(/^\s*\/\/.*$/gm, "");
}

function plain(literal) {
  return literal
    .replace(/\\\n\s*/g, "")
    .replace(/\\u\{([0-9a-f]+)\}/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\n/g, "\n")
    .replace(/\\(["\\'])/g, "$1");
}
