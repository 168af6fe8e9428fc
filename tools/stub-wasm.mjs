/**
 * Empties functions of a module that stand in a table for a trait object and are never called, so
 * that wasm-opt can drop what only they need. It wants the names of functions, so it comes before
 * wasm-opt, which takes them away.
 */

import fs from "node:fs";
import { functionsOf, leb, namesOf, SECTION, sectionsOf } from "./reorder-wasm.mjs";

/**
 * raft prints the values of its logger when it gives up, and its logger has one value, the peer's
 * id, a u64. How slog prints floats brings 18 KiB of the standard library with it, 7 KiB packed.
 */
const NEVER_CALLED = /^slog::Serializer::emit_f(32|64)::/;

/** No locals; a trap, should it be called after all; the end. */
const TRAP = Buffer.of(0, 0x00, 0x0b);

export function stub(file) {
  fs.writeFileSync(file, stubbed(fs.readFileSync(file), NEVER_CALLED));
}

/** @returns {Buffer} the module with a trap for a body in each function of such a name */
export function stubbed(bytes, pattern) {
  const names = namesOf(bytes);
  const { imported, bodies } = functionsOf(bytes);
  const kept = bodies.map((body, place) =>
    pattern.test(names.get(imported + place) ?? "") ? TRAP : body,
  );
  const parts = [bytes.subarray(0, 8)];
  for (const { id, start, end } of sectionsOf(bytes)) {
    const code = () => [leb(kept.length), ...kept.flatMap((body) => [leb(body.length), body])];
    const content = id === SECTION.code ? Buffer.concat(code()) : bytes.subarray(start, end);
    parts.push(Buffer.of(id), leb(content.length), content);
  }
  return Buffer.concat(parts);
}
