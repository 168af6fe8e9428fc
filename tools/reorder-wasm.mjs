/**
 * Puts the functions of a module that resemble each other side by side: a packer looks back 32 KiB
 * and no further, and finds more of what it has seen. Nothing but their order changes. Functions are
 * given names in the order wanted, and binaryen sorts by name and takes the names away again.
 */

import fs from "node:fs";
import { runPackage } from "./steps.mjs";

/** Bytes of a shingle: two functions are alike when they share many. */
const SHINGLE = 4;
/** A shingle that more functions have says nothing. */
const COMMON = 80;
/** What a next function is compared with: the last few, and not too much of them. */
const LAST_MAX = 4;
const LAST_BYTES_MAX = 6000;
/** Small functions are alike by chance. */
const CHANCE = 40;

/** The names again, and who built it. */
const STRIP = ["--strip-debug", "--strip-producers"];
export const SECTION = { custom: 0, imports: 2, exports: 7, code: 10 };
const FUNCTION_NAMES = 1;

export async function reorder(file) {
  const bytes = fs.readFileSync(file);
  const { imported, bodies } = functionsOf(bytes);
  const order = orderOf(bodies);
  fs.writeFileSync(file, Buffer.concat([bytes, nameSection(order, imported)]));
  await runPackage("binaryen", [file, "--reorder-functions-by-name", ...STRIP, "-o", file], {
    bin: "wasm-opt",
    sentence: "The functions of the module could not be put in order; the reason is above.",
  });
}

/** @returns {number[]} places of functions, each beside those that it resembles */
export function orderOf(bodies) {
  const shingles = bodies.map(shinglesOf);
  const having = new Map();
  for (const [place, set] of shingles.entries()) {
    for (const shingle of set) {
      if (!having.has(shingle)) having.set(shingle, []);
      having.get(shingle).push(place);
    }
  }
  const left = new Set(bodies.keys());
  const order = [];
  while (left.size > 0) {
    const next = mostLike(order, { bodies, shingles, having, left }) ?? largest(bodies, left);
    left.delete(next);
    order.push(next);
  }
  return order;
}

/** The function that shares most with the last ones, for its size; undefined when none shares any. */
function mostLike(order, { bodies, shingles, having, left }) {
  const shared = new Map();
  let size = 0;
  for (const place of order.slice(-LAST_MAX).reverse()) {
    for (const shingle of shingles[place]) {
      const others = having.get(shingle);
      if (others.length >= COMMON) continue;
      for (const other of others) {
        if (left.has(other)) shared.set(other, (shared.get(other) ?? 0) + 1);
      }
    }
    size += bodies[place].length;
    if (size > LAST_BYTES_MAX) break;
  }
  let best;
  let most = 0;
  for (const [place, count] of shared) {
    const likeness = count / (shingles[place].size + CHANCE);
    if (likeness > most || (likeness === most && place < best)) [best, most] = [place, likeness];
  }
  return best;
}

function largest(bodies, left) {
  return [...left].reduce((a, b) => (bodies[b].length > bodies[a].length ? b : a));
}

/** Every run of so many bytes, as numbers. */
function shinglesOf(body) {
  const found = new Set();
  for (let at = 0; at + SHINGLE <= body.length; at += 1) {
    found.add(body.readUIntBE(at, SHINGLE));
  }
  return found;
}

/** The functions' bodies, and how many functions are imported before them. */
export function functionsOf(bytes) {
  let imported = 0;
  const bodies = [];
  for (const { id, start } of sectionsOf(bytes)) {
    const read = new Reader(bytes, start);
    if (id === SECTION.imports) imported = importedFunctions(read);
    if (id !== SECTION.code) continue;
    for (let left = read.number(); left > 0; left -= 1) {
      const size = read.number();
      bodies.push(bytes.subarray(read.at, read.at + size));
      read.at += size;
    }
  }
  return { imported, bodies };
}

/** Each section: what it is, where its content starts and ends. */
export function* sectionsOf(bytes) {
  const read = new Reader(bytes, 8);
  while (read.at < bytes.length) {
    const id = bytes[read.at++];
    const size = read.number();
    yield { id, start: read.at, end: read.at + size };
    read.at += size;
  }
}

function importedFunctions(read) {
  let functions = 0;
  for (let left = read.number(); left > 0; left -= 1) {
    read.text();
    read.text();
    const kind = read.bytes[read.at++];
    // The glue imports functions and nothing else; another kind would need its type skipped.
    if (kind !== 0) throw new Error(`The module imports something of kind ${kind}.`);
    read.number();
    functions += 1;
  }
  return functions;
}

export class Reader {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** An unsigned LEB128. */
  number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  text() {
    const length = this.number();
    this.at += length;
    return this.bytes.toString("utf8", this.at - length, this.at);
  }
}

/** A custom section that names each function by its rank. */
function nameSection(order, imported) {
  const ranks = [];
  for (const [rank, place] of order.entries()) ranks[place] = String(rank).padStart(6, "0");
  const names = ranks.map((rank, place) => Buffer.concat([leb(imported + place), text(rank)]));
  const map = Buffer.concat([leb(names.length), ...names]);
  const body = Buffer.concat([text("name"), Buffer.of(FUNCTION_NAMES), leb(map.length), map]);
  return Buffer.concat([Buffer.of(SECTION.custom), leb(body.length), body]);
}

function text(words) {
  return Buffer.concat([leb(words.length), Buffer.from(words, "latin1")]);
}

export function leb(value) {
  const out = [];
  let rest = value;
  do {
    const more = rest > 127;
    out.push((rest & 127) | (more ? 128 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return Buffer.from(out);
}
