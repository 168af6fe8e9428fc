/**
 * `npm run check:wasm`: the module imports the glue of wasm-bindgen and nothing ambient. A clock
 * or a source of randomness would have to come in here, so their absence is proven here.
 */

import fs from "node:fs";
import path from "node:path";
import { isMain, main, ROOT, Stop } from "./steps.mjs";

/**
 * What the glue may import, by name without wasm-bindgen's hash, with what it serves. A new name
 * fails the check until it is read and added here.
 */
const ALLOWED = [
  // Values that cross: objects, arrays, maps, strings, numbers.
  /^__wbg_(Error|String|Number|BigInt|new|set|get|push|length|next|value|done|iterator)$/,
  /^__wbg_(entries|keys|isArray|isSafeInteger|from|fromEntries|getwithrefkey|has|buffer)$/,
  /^__wbg_(new_with_length|new_from_slice|new_no_args|prototypesetcall|subarray|slice)$/,
  /^__wbg_instanceof_(ArrayBuffer|Uint8Array|Map|Object|Array|Error)$/,
  /^__wbg_(index|size|call|toString|name|message)$/,
  // The classes that the engine exports.
  /^__wbg_\w+_(unwrap|new)$/,
  // console_error_panic_hook: a panic says where.
  /^__wbg_(error|stack)$/,
  // wasm-bindgen's own: tests of kinds, tables, errors.
  /^__wbg___wbindgen_\w+$/,
  /^__wbindgen_(cast|init_externref_table|object_drop_ref|object_clone_ref|\w*throw|\w*_new|\w*_get)$/,
];
/** Said apart, since this is what the check is for. */
const AMBIENT = /now|time|date|performance|random|crypto|process|require|fetch|window|document/i;

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

export async function checkWasm() {
  const file = path.join(ROOT, "core", "wasm", "pkg", "engine_bg.wasm");
  if (!fs.existsSync(file)) throw new Stop("The module is not built; run: npm run build:wasm");
  const module = await WebAssembly.compile(fs.readFileSync(file));
  const imports = WebAssembly.Module.imports(module);
  const faults = importFaults(imports);
  if (faults.length > 0) {
    console.log(faults.join("\n"));
    throw new Stop("The module imports what it may not; the list is above.");
  }
  console.log(`${imports.length} imports, all glue: no clock, no randomness.`);
}

if (isMain(import.meta.url)) await main(checkWasm);
