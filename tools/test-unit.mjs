/** `npm run test:unit`: pure functions and the engine's package in Node; arguments go to vitest. */

import { buildWasm } from "./build-wasm.mjs";
import { isMain, main, runPackage } from "./steps.mjs";

export async function testUnit(args = []) {
  await buildWasm();
  await runPackage("vitest", ["run", ...args], {
    sentence: "Unit tests failed; they are named above.",
  });
}

if (isMain(import.meta.url)) await main(testUnit);
