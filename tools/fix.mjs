/** `npm run fix`: what formatters and safe fixes can do alone. */

import { isMain, main, run, runPackage } from "./steps.mjs";

export async function fix() {
  await run("cargo", ["fmt", "--all"]);
  await runPackage("@biomejs/biome", ["check", "--write", "."], { bin: "biome" });
}

if (isMain(import.meta.url)) await main(fix);
