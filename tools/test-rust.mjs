/** `npm run test:rust`: the tests of the core; arguments go to cargo test. */

import { EXTENSION } from "./python.mjs";
import { isMain, main, run } from "./steps.mjs";

/**
 * How all of the core is compiled for its tests: with what Python's module turns on, so that clippy
 * before and the module after are of the same crates.
 */
export const WHOLE_CORE = ["test", "--workspace", "--locked", "--features", EXTENSION];

export async function testRust(args = []) {
  await run("cargo", [...WHOLE_CORE, ...args], {
    sentence: "Tests of the core failed; they are named above.",
  });
}

if (isMain(import.meta.url)) await main(testRust);
