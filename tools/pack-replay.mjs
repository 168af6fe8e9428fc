/**
 * `npm run pack:replay`: the package that other projects install to replay scenarios in their tests
 * (docs/replay.md): web/replay compiled, with its types and the page of this version, as a tarball.
 */

import fs from "node:fs";
import path from "node:path";
import { build, DIST } from "./build.mjs";
import { PKG } from "./build-wasm.mjs";
import { CACHE, isMain, main, output, ROOT, runPackage, Stop } from "./steps.mjs";

const SOURCE = path.join(ROOT, "web", "replay");
const MADE = path.join(CACHE, "replay");

/** The page keeps these for hosts that send them; the package's own does not. */
const COMPRESSED = /\.(?:br|gz)$/;

/** @returns {Promise<string>} the tarball */
export async function packReplay() {
  await build({ onlyWhenChanged: true });
  fs.rmSync(MADE, { recursive: true, force: true });
  await runPackage("@typescript/native", ["--project", path.join(SOURCE, "tsconfig.json")], {
    bin: "tsc",
    sentence: "The package's types do not hold; the reasons are above.",
  });
  // Its types are the engine's own, in the package itself.
  fs.copyFileSync(path.join(PKG, "engine.d.ts"), path.join(MADE, "engine", "types.d.ts"));
  for (const file of fs.readdirSync(MADE, { recursive: true })) {
    if (file.endsWith(".d.ts")) nameRelatively(path.join(MADE, file));
  }
  for (const file of ["package.json", "README.md"]) {
    fs.copyFileSync(path.join(SOURCE, file), path.join(MADE, file));
  }
  fs.copyFileSync(path.join(ROOT, "LICENSE"), path.join(MADE, "LICENSE"));
  fs.cpSync(DIST, path.join(MADE, "page"), {
    recursive: true,
    filter: (file) => !COMPRESSED.test(file) && path.basename(file) !== ".vite",
  });
  const packing = ["pack", "--json", "--pack-destination", CACHE];
  const { code, out, err } = await output("npm", packing, { cwd: MADE });
  if (code !== 0) throw new Stop(`The package was not packed: ${err.trim()}`);
  const [{ filename }] = JSON.parse(out);
  return path.join(CACHE, filename);
}

/** Declarations keep the names that their sources have; these lead somewhere in the package. */
function nameRelatively(file) {
  const text = fs.readFileSync(file, "utf8");
  const named = text
    .replaceAll(/(["'])@\/engine\/(\w+)\1/g, '"../engine/$2.js"')
    .replaceAll(/(from ["']\.\/\w+)\.ts(["'])/g, "$1.js$2")
    .replaceAll(/(from ["']\.\/\w+)(["'])/g, "$1.js$2");
  fs.writeFileSync(file, named);
}

if (isMain(import.meta.url)) await main(async () => console.log(await packReplay()));
