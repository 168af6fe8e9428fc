/** `npm run test:rust`: the tests of the core; arguments go to cargo test. */

import { isMain, main, run } from "./steps.mjs";

export async function testRust(args = []) {
  await run("cargo", ["test", "--workspace", "--locked", ...args], {
    sentence: "Tests of the core failed; they are named above.",
  });
}

if (isMain(import.meta.url)) await main(testRust);
