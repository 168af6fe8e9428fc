/**
 * Who in a module, as the linker leaves it, can reach functions that are going to be cut out of it
 * (`cut-wasm.mjs`). The linker writes the places of functions in five bytes each, also small ones, so
 * they are found by looking for those bytes; nothing else in code looks like them.
 */

import fs from "node:fs";
import { functionNames } from "./cut-wasm.mjs";
import { functionsOf, Reader, sectionsOf } from "./reorder-wasm.mjs";

/** Texts of fractions and of 128 bits, by the names that the compiler gives them. */
const TEXTS_OF_NUMBERS = /^_RNvX\w*4core3fmt(?:5float[fd]|3num[no])NtB\w+7Display3fmt$/;
/** Raft's logger could show such numbers, and shows none. */
const LOGGER = /^_ZN4slog10Serializer\d+emit_/;

const CALL = 0x10;
const CONSTANT = 0x41;
const ELEMENTS = 9;
const DATA = 11;

/** Stops when somebody but the logger can make a text of such a number. */
export function onlyTheLoggerShowsFractions(file) {
  const others = strangers(fs.readFileSync(file), TEXTS_OF_NUMBERS, LOGGER);
  if (others.length === 0) return;
  throw new Error(
    `The engine makes texts of fractions or of 128-bit numbers, which are cut out of it, in: ` +
      `${others.join(", ")}. Make the text in core/reader or core/lens, or cut no more.`,
  );
}

/** @returns {string[]} who can reach a function of this kind, those of a known kind left out */
export function strangers(bytes, kind, known) {
  const { imported, bodies } = functionsOf(bytes);
  const names = functionNames(bytes);
  const table = functionTable(bytes);
  const found = [...names].filter(([, name]) => kind.test(name));
  if (found.length === 0) throw new Error(`The linked module has nothing named ${kind}.`);
  const callers = new Set();
  for (const [place, name] of found) {
    const marks = [Buffer.of(CALL, ...padded(place))];
    const slot = table.get(place);
    if (slot !== undefined) {
      marks.push(Buffer.of(CONSTANT, ...padded(slot)));
      if (isInVtable(bytes, slot)) callers.add(`data that names ${name}`);
    }
    for (const [at, body] of bodies.entries()) {
      if (marks.some((mark) => body.includes(mark))) callers.add(names.get(at + imported));
    }
  }
  return [...callers].filter((caller) => !known.test(caller));
}

/** A number in five bytes of LEB128. */
function padded(number) {
  const seven = (place) => Math.floor(number / 128 ** place) % 128;
  return [0, 1, 2, 3, 4].map((place) => seven(place) | (place < 4 ? 128 : 0));
}

/** @returns {Map<number, number>} place of each function that the table has -> its slot there */
function functionTable(bytes) {
  const table = new Map();
  for (const { id, start } of sectionsOf(bytes)) {
    if (id !== ELEMENTS) continue;
    const read = new Reader(bytes, start);
    const lists = read.number();
    const flags = read.number();
    if (lists !== 1 || flags !== 0 || bytes[read.at++] !== CONSTANT) {
      throw new Error("The linked module has a table of another make than was expected.");
    }
    const first = read.number();
    read.at += 1;
    for (let left = read.number(), slot = first; left > 0; left -= 1, slot += 1) {
      table.set(read.number(), slot);
    }
  }
  return table;
}

/** Whether the methods of some number that is shown through a pointer name this slot: a table of
 * them has the size of the number, its alignment, and then the method. */
function isInVtable(bytes, slot) {
  const words = (...numbers) => Buffer.from(Uint32Array.from(numbers).buffer);
  const shapes = [words(4, 4, slot), words(8, 8, slot), words(16, 8, slot), words(16, 16, slot)];
  for (const { id, start, end } of sectionsOf(bytes)) {
    if (id !== DATA) continue;
    const data = bytes.subarray(start, end);
    return shapes.some((shape) => data.includes(shape));
  }
  return false;
}
