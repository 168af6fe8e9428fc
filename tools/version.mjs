/**
 * The version of everything that is released: package.json states it, and all else repeats it. The
 * crates inherit the workspace's, Python's package takes its crate's, and what is packed of web/ gets
 * it as it is packed. `npm version NEW` changes package.json, and then runs this to write the rest.
 */

import fs from "node:fs";
import path from "node:path";
import { isMain, main, output, ROOT, run, Stop } from "./steps.mjs";

/** The one place. */
const SOURCE = "package.json";
const LOCK = "package-lock.json";
const CRATES = "Cargo.lock";

/** Where else it stands, with the text around it; written by `npm run`’s hook, checked always. */
const PLACES = [
  { file: "Cargo.toml", around: /(\[workspace\.package\]\nversion = ")([^"]+)(")/ },
  { file: "CITATION.cff", around: /(^version: )(\S+)()$/m },
  ...["library", "element", "replay"].map((folder) => ({
    file: `web/${folder}/README.md`,
    around: /(raft-atlas-[a-z]+-)(\d[\w.+-]*?)(\.tgz)/,
  })),
];

const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");

/** @returns {string} the version that package.json states */
export function versionOf(text = read(SOURCE)) {
  return JSON.parse(text).version;
}

/**
 * Places that state another version.
 * @param {string} wanted
 * @param {(file: string) => string} textOf the text of a file, from the root
 * @returns {string[]} one sentence each
 */
export function differences(wanted, textOf = read) {
  const found = PLACES.flatMap(({ file, around }) =>
    told(file, around.exec(textOf(file))?.[2], wanted),
  );
  const { version, packages } = JSON.parse(textOf(LOCK));
  found.push(
    ...told(LOCK, version, wanted),
    ...told(`${LOCK} at packages`, packages[""].version, wanted),
  );
  for (const { name, version: locked } of ownCrates(textOf(CRATES))) {
    found.push(...told(`${CRATES}, crate ${name}`, locked, wanted));
  }
  return found;
}

function told(place, version, wanted) {
  if (version === wanted) return [];
  return [`${place}: found version ${version ?? "not stated"}, expected ${wanted} (of ${SOURCE})`];
}

/** The crates of a lock file that come from no registry. */
function ownCrates(text) {
  const entries = text.split("[[package]]\n").slice(1);
  return entries
    .filter((entry) => !/^source = /m.test(entry))
    .map((entry) => ({
      name: /^name = "([^"]+)"/m.exec(entry)[1],
      version: /^version = "([^"]+)"/m.exec(entry)[1],
    }));
}

export async function checkVersions() {
  const wanted = versionOf();
  const found = differences(wanted);
  if (found.length > 0) {
    console.log(found.join("\n"));
    throw new Stop("The versions differ, as listed above; `node tools/version.mjs` writes them.");
  }
  console.log(`Everything is of version ${wanted}.`);
}

/** Writes the version of package.json everywhere else. */
async function writeVersions() {
  const wanted = versionOf();
  for (const { file, around } of PLACES) {
    const text = read(file);
    fs.writeFileSync(path.join(ROOT, file), text.replace(around, `$1${wanted}$3`));
  }
  const lock = JSON.parse(read(LOCK));
  lock.version = wanted;
  lock.packages[""].version = wanted;
  fs.writeFileSync(path.join(ROOT, LOCK), `${JSON.stringify(lock, null, 2)}\n`);
  await run("cargo", ["update", "--workspace", "--offline", "--quiet"]);
  // Under `npm version` what is written belongs to the commit that npm makes.
  if (process.env.npm_lifecycle_event === "version") {
    const files = [...PLACES.map(({ file }) => file), LOCK, CRATES];
    const { code, err } = await output("git", ["add", ...files]);
    if (code !== 0) throw new Stop(`The files could not be added: ${err.trim()}`);
  }
  await checkVersions();
}

if (isMain(import.meta.url)) await main(writeVersions);
