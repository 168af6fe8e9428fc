/**
 * `npm run pack`: the packages that other projects install, as tarballs in `.cache`: the engine,
 * the element `<raft-atlas>`, and the replay kit. Each is a folder of web/ compiled, with its types
 * and what it needs of this version. Names as arguments pack some. `lms` packs lessons for learning
 * platforms (pack-lms.mjs).
 */

import fs from "node:fs";
import path from "node:path";
import { build, DIST } from "./build.mjs";
import { buildWasm, MODULES, packageOf } from "./build-wasm.mjs";
import { declare, TYPES } from "./declared.mjs";
import { engineNotices } from "./notices.mjs";
import { repositoryOf } from "./repository.mjs";
import { CACHE, isMain, main, output, ROOT, runPackage, Stop } from "./steps.mjs";
import { versionOf } from "./version.mjs";

/** The page keeps these for hosts that send them; the packages do not. */
const COMPRESSED = /\.(?:br|gz)$/;

/** The licences of others, beside LICENSE in each package. */
const NOTICES = "NOTICES.txt";

/** Of public/, in the engine's package under the same names: scenarios, and reports of real systems. */
export const RUNS = ["scenarios", "field"];

const PACKAGES = {
  engine: { source: "library", fill: fillEngine },
  element: { source: "element", fill: fillWithPage },
  replay: { source: "replay", fill: fillWithPage },
};

/**
 * @param {keyof typeof PACKAGES} name
 * @returns {Promise<string>} the tarball
 */
export async function pack(name) {
  const { source, fill } = PACKAGES[name];
  const from = path.join(ROOT, "web", source);
  const made = path.join(CACHE, name);
  await buildWasm();
  fs.rmSync(made, { recursive: true, force: true });
  await runPackage("@typescript/native", ["--project", path.join(from, "tsconfig.json")], {
    bin: "tsc",
    sentence: `The types of the package ${name} do not hold; the reasons are above.`,
  });
  await fill(made);
  nameSources(made);
  fs.writeFileSync(path.join(made, "package.json"), manifestOf(from));
  fs.copyFileSync(path.join(from, "README.md"), path.join(made, "README.md"));
  fs.copyFileSync(path.join(ROOT, "LICENSE"), path.join(made, "LICENSE"));
  const packing = ["pack", "--json", "--pack-destination", CACHE];
  const { code, out, err } = await output("npm", packing, { cwd: made });
  if (code !== 0) throw new Stop(`The package ${name} was not packed: ${err.trim()}`);
  const [{ filename }] = JSON.parse(out);
  return path.join(CACHE, filename);
}

/**
 * A package's own manifest with the version that everything has, and where its sources are.
 * @param {string} from the folder of its sources
 */
export function manifestOf(from, address = repositoryOf()) {
  const { name, ...rest } = JSON.parse(fs.readFileSync(path.join(from, "package.json"), "utf8"));
  const directory = path.relative(ROOT, from).replaceAll(path.sep, "/");
  const repository = { type: "git", url: `git+${address}.git`, directory };
  const known = address === "" ? {} : { repository, homepage: address };
  return `${JSON.stringify({ name, version: versionOf(), ...rest, ...known }, null, 2)}\n`;
}

/** The modules and their glue beside the scripts, and the page's scenarios and reports. */
async function fillEngine(made) {
  for (const { crate, name } of MODULES) {
    for (const file of [`${name}.js`, `${name}_bg.wasm`]) {
      fs.copyFileSync(path.join(packageOf(crate), file), path.join(made, file));
    }
    declare(path.join(made, `${name}.d.ts`), TYPES[name]);
  }
  rename(made, /\.(?:js|d\.ts)$/, (text) =>
    text.replaceAll(/(["'])(engine|wasm_tools)\1/g, '"./$2.js"'),
  );
  for (const name of RUNS) {
    fs.cpSync(path.join(ROOT, "public", name), path.join(made, name), { recursive: true });
  }
  fs.writeFileSync(path.join(made, NOTICES), await engineNotices());
}

/** The page as it is served, and the engine's types, which are said in it. */
async function fillWithPage(made) {
  await build({ onlyWhenChanged: true });
  declare(path.join(made, "engine", "types.d.ts"), TYPES.engine);
  rename(made, /\.d\.ts$/, (text) =>
    text.replaceAll(/(["'])@\/engine\/(\w+)\1/g, '"../engine/$2.js"'),
  );
  // The documents stay with the site.
  const apart = [path.join(DIST, ".vite"), path.join(DIST, "docs")];
  fs.cpSync(DIST, path.join(made, "page"), {
    recursive: true,
    filter: (file) => !COMPRESSED.test(file) && !apart.includes(file),
  });
  fs.copyFileSync(path.join(DIST, "notices.txt"), path.join(made, NOTICES));
}

/** Scripts and declarations keep the names that their sources have; these lead into the package. */
function rename(made, which, into) {
  for (const file of fs.readdirSync(made, { recursive: true })) {
    const whole = path.join(made, file);
    if (!which.test(file) || /^(?:engine|wasm_tools)\./.test(path.basename(file))) continue;
    const text = into(fs.readFileSync(whole, "utf8"));
    const named = text
      .replaceAll(/(from ["']\.\/[\w.]+)\.ts(["'])/g, "$1.js$2")
      .replaceAll(/(from ["']\.\/\w+)(["'])/g, "$1.js$2");
    fs.writeFileSync(whole, named);
  }
}

/** Maps have the sources in them; they are called as in web/, wherever this checkout is. */
function nameSources(made) {
  for (const file of fs.readdirSync(made, { recursive: true })) {
    if (!file.endsWith(".js.map") || file.startsWith("page")) continue;
    const whole = path.join(made, file);
    const map = JSON.parse(fs.readFileSync(whole, "utf8"));
    const sources = map.sources.map((source) => source.replace(/^(?:\.\.\/)+(?:web\/)?/, ""));
    fs.writeFileSync(whole, JSON.stringify({ ...map, sources }));
  }
}

/** Packs those that are named, or all; `lms` has words of its own. */
async function packAll(names) {
  if (names[0] === "lms") {
    const { packLms } = await import("./pack-lms.mjs");
    for (const file of await packLms(names.slice(1))) console.log(file);
    return;
  }
  const known = Object.keys(PACKAGES);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Stop(
      `There is no package ${unknown.join(", ")}; there are ${known.join(", ")}, lms.`,
    );
  }
  for (const name of names.length > 0 ? names : known) console.log(await pack(name));
}

if (isMain(import.meta.url)) await main(packAll);
