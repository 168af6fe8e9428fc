/**
 * Takes the bodies of functions out of a module that are linked and can never run; binaryen then
 * drops what only they needed. The compiler keeps them because a table of functions names them: it
 * does not know that nobody asks the table. Should one run after all, the engine stops at once, as
 * at any bug of ours; `wasm-callers.mjs` looks before whether anybody could.
 */

import fs from "node:fs";
import { functionsOf, leb, Reader, SECTION, sectionsOf } from "./reorder-wasm.mjs";

/** Each kind by the start of its name, and why it never runs. */
export const NEVER_RUN = [
  // Raft names a node in the words of its last error through a logger that could also show these
  // numbers; a node's number is none of them, and the engine makes no text of fractions.
  /^<(?:f32|f64|i128|u128) as core(?:\[\w+\])?::fmt::Display>::fmt/,
  // What JavaScript calls when Rust hands it a closure. The engine hands it none: one that it did
  // would be exported.
  /^wasm_bindgen::convert::closures::_::invoke/,
];

/** No variables, `unreachable`, end. */
const STOPS = Buffer.of(0, 0x00, 0x0b);
const FUNCTION_NAMES = 1;
const FUNCTION = 0;

/** Cuts a module that still has its names. */
export function cutFile(file, kinds = NEVER_RUN) {
  fs.writeFileSync(file, cut(fs.readFileSync(file), kinds));
}

/** @returns {Buffer} the module with nothing in the functions of these kinds */
export function cut(bytes, kinds) {
  const { imported, bodies } = functionsOf(bytes);
  const names = functionNames(bytes);
  const exported = exportedFunctions(bytes);
  const empty = new Set();
  for (const kind of kinds) {
    const found = [...names].filter(([, name]) => kind.test(name));
    if (found.length === 0) throw new Error(`The module has nothing named ${kind}: cut no more.`);
    for (const [place, name] of found) {
      if (exported.has(place)) throw new Error(`${name} is exported now: it may run.`);
      empty.add(place - imported);
    }
  }
  const left = bodies.map((body, place) => (empty.has(place) ? STOPS : body));
  const code = Buffer.concat([
    leb(left.length),
    ...left.flatMap((body) => [leb(body.length), body]),
  ]);
  const parts = [bytes.subarray(0, 8)];
  for (const { id, start, end } of sectionsOf(bytes)) {
    const content = id === SECTION.code ? code : bytes.subarray(start, end);
    parts.push(Buffer.of(id), leb(content.length), content);
  }
  return Buffer.concat(parts);
}

/** @returns {Map<number, string>} place of each function -> its name */
export function functionNames(bytes) {
  const names = new Map();
  for (const { id, start, end } of sectionsOf(bytes)) {
    const read = new Reader(bytes, start);
    if (id !== SECTION.custom || read.text() !== "name") continue;
    while (read.at < end) {
      const kind = bytes[read.at++];
      const next = read.number() + read.at;
      if (kind === FUNCTION_NAMES) {
        for (let left = read.number(); left > 0; left -= 1) names.set(read.number(), read.text());
      }
      read.at = next;
    }
  }
  return names;
}

function exportedFunctions(bytes) {
  const exported = new Set();
  for (const { id, start } of sectionsOf(bytes)) {
    if (id !== SECTION.exports) continue;
    const read = new Reader(bytes, start);
    for (let left = read.number(); left > 0; left -= 1) {
      read.text();
      const kind = bytes[read.at++];
      const place = read.number();
      if (kind === FUNCTION) exported.add(place);
    }
  }
  return exported;
}
