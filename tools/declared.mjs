/** The types that cross from the modules, for packages and documents, which it must not know. */

import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./steps.mjs";

/** What crosses, without the glue's own classes, which ask more of a project's compiler. */
export const TYPES = {
  engine: ["wasm_engine/src/dto/action.d.ts", "wasm_engine/src/types.d.ts"],
  wasm_tools: ["wasm_tools/src/types.d.ts"],
};

/** Writes these types, joined, as the package says them. */
export function declare(file, from) {
  const texts = from.map((one) =>
    fs.readFileSync(path.join(ROOT, "core", ...one.split("/")), "utf8"),
  );
  fs.writeFileSync(file, texts.join("\n"));
}
