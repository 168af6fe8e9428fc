/**
 * `npm run check:wasm`: all modules import the glue of wasm-bindgen and nothing ambient. A clock
 * or a source of randomness would have to come in here, so their absence is proven here.
 * Node reads the imports itself; which of them are glue, only this project knows.
 */

import fs from "node:fs";
import path from "node:path";
import { MODULES, packageOf } from "./build-wasm.mjs";
import { isMain, main, Stop } from "./steps.mjs";

/**
 * What the glue may import, by name without wasm-bindgen's hash, with what it serves. A new name
 * fails the check until it is read and added here.
 */
const ALLOWED = [
  // Values that cross: objects, arrays, maps, strings, numbers, typed arrays.
  /^__wbg_(Error|String|Number|BigInt|new|set|get|push|length|next|value|done|iterator)$/,
  /^__wbg_(entries|keys|isArray|isSafeInteger|from|fromEntries|has|buffer|index|size|call)$/,
  /^__wbg_(get_unchecked|get_with_ref_key|parse|stringify|toString|name|message)$/,
  /^__wbg_(new_with_length|new_from_slice|new_no_args|prototypesetcall|subarray|slice)$/,
  /^__wbg_instanceof_(Array|ArrayBuffer|Map|Object|Error|(Uint8|Uint16|Uint32|Float64)Array)$/,
  // console_error_panic_hook: a panic says where.
  /^__wbg_(error|stack)$/,
  // wasm-bindgen's own: tests of kinds, casts, tables, errors.
  /^__wbg___wbindgen_\w+$/,
  /^__wbindgen_(generic|cast|init_externref_table|object_drop_ref|object_clone_ref|throw)$/,
];
/** Said apart, since this is what the check is for. */
const AMBIENT = /now|time|date|performance|random|crypto|process|require|fetch|window|document/i;
/** A name like `new` does not say of what; the glue's own text does. */
const AMBIENT_IN_GLUE =
  /\b(Date|Temporal|performance|crypto|setTimeout|setInterval|requestAnimationFrame|Math\.random|getRandomValues|randomFillSync)\b/g;

/**
 * @param {{ module: string, name: string }[]} imports
 * @returns {string[]} one sentence per import that may not be
 */
export function importFaults(imports) {
  return imports.flatMap(({ module, name }) => {
    const plain = name.replace(/_[0-9a-f]{16}$/, "");
    if (AMBIENT.test(plain)) return [`${module} ${name}: a clock, randomness or the page itself`];
    if (ALLOWED.some((pattern) => pattern.test(plain))) return [];
    return [`${module} ${name}: not in the list of tools/check-wasm.mjs`];
  });
}

/**
 * @param {string} glue the text of the script beside a module
 * @returns {string[]} one sentence per clock or source of randomness that it names
 */
export function glueFaults(glue, file = "engine") {
  const code = glue.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "");
  const names = new Set([...code.matchAll(AMBIENT_IN_GLUE)].map((match) => match[0]));
  return [...names].map((name) => `${file}.js names ${name}: a clock or randomness`);
}

export async function checkWasm() {
  const faults = [];
  for (const { crate, name } of MODULES) {
    const file = path.join(packageOf(crate), `${name}_bg.wasm`);
    if (!fs.existsSync(file)) throw new Stop(`${name} is not built; run: npm run build:wasm`);
    const module = await WebAssembly.compile(fs.readFileSync(file));
    const imports = WebAssembly.Module.imports(module);
    const glue = fs.readFileSync(path.join(packageOf(crate), `${name}.js`), "utf8");
    const found = [...importFaults(imports), ...glueFaults(glue, name)];
    if (found.length === 0) {
      console.log(`${name}: ${imports.length} imports, all glue: no clock, no randomness.`);
    }
    faults.push(...found);
  }
  if (faults.length > 0) {
    console.log(faults.join("\n"));
    throw new Stop("A module imports what it may not; the list is above.");
  }
}

if (isMain(import.meta.url)) await main(checkWasm);
