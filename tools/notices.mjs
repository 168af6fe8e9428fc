/**
 * The notices that the licences of others ask for: of every crate that is linked and every npm
 * package that is bundled, its name, its licence and that licence's text. The build writes them
 * into the page (`notices.txt`), `npm run pack` into each package. What brings no text of its
 * own gets the standard one with its authors' names; what has neither stops the build.
 */

import fs from "node:fs";
import path from "node:path";
import { EXTENSION } from "./python.mjs";
import { isMain, main, output, ROOT, Stop } from "./steps.mjs";

/** Of a package with several texts the first that is there: short, and with its holder's name. */
const CHOICE = ["mit", "isc", "bsd", "zlib", "apache", "unlicense"];
const TEXTS = /^(licen[cs]e|copying|unlicense)/i;
/** What a licence asks to be passed on beside its text. */
const NOTICE = /^notice/i;
/** Where a bundler lists what is in itself, which is not in what it bundles. */
const OF_ITS_OWN = /^# Licenses of bundled dependencies/m;

/**
 * Shipped in another form than as a module of a bundle: the fonts are subsets in web/shell/, the
 * service worker is made of workbox, MiniSearch searches the documents, and Vite's helper loads the
 * page's later parts.
 */
const SHIPPED_APART = [
  "@fontsource-variable/inter",
  "@fontsource-variable/newsreader",
  "minisearch",
  "vite",
  "workbox-core",
  "workbox-precaching",
  "workbox-routing",
  "workbox-strategies",
];

/** Rust's own library is linked into every module, and is no package of Cargo's. */
const STANDARD_LIBRARY = {
  name: "The Rust standard library",
  version: "",
  licence: "MIT OR Apache-2.0",
  texts: () => [mit("The Rust Project Contributors")],
};

function mit(holders) {
  return `Copyright (c) ${holders}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or
substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}

/** This project's own licence, with its holder. */
function ownLicence() {
  return fs.readFileSync(path.join(ROOT, "LICENSE"), "utf8");
}

/** The same without what says how to apply it is the text of Apache-2.0. */
function apache() {
  const text = ownLicence();
  return text.slice(0, text.indexOf("APPENDIX:")).trim();
}

const OWN = { name: "Raft Atlas", version: "", licence: "Apache-2.0", texts: () => [ownLicence()] };

/**
 * The texts that go with a package.
 * @param {{ name: string, licence: string | null, authors: string, folder: string }} one
 * @returns {string[]} never empty: what has no text stops everything
 */
export function textsOf({ name, licence, authors, folder }) {
  const files = fs.readdirSync(folder).sort();
  const read = (file) => fs.readFileSync(path.join(folder, file), "utf8").split(OF_ITS_OWN)[0];
  const found = files.filter((file) => TEXTS.test(file) && isFile(path.join(folder, file)));
  const chosen = CHOICE.map((word) => found.find((file) => file.toLowerCase().includes(word)));
  const first = chosen.find((file) => file !== undefined) ?? found[0];
  const notices = files.filter((file) => NOTICE.test(file)).map(read);
  // Of licences that hold together each text is passed on.
  if (/ AND /.test(licence ?? "") && found.length > 0) return [...found.map(read), ...notices];
  if (first !== undefined) return [read(first), ...notices];
  if (/\bMIT\b/.test(licence ?? "")) return [mit(authors || `The authors of ${name}`), ...notices];
  if (/\bApache-2\.0\b/.test(licence ?? "")) return [apache(), ...notices];
  throw new Stop(
    `${name} brings no text of its licence (found ${licence ?? "no licence"} in ${folder}, expected a file LICENSE, or MIT or Apache-2.0, whose texts tools/notices.mjs knows).`,
  );
}

function isFile(file) {
  return fs.statSync(file).isFile();
}

/**
 * The crates that are linked into crates of ours, with their features: neither what only builds them
 * nor what only tests them.
 * @param {string[]} roots names of crates of the workspace
 * @param {string | null} target the platform, or null for this machine's
 */
export async function linkedCrates(roots, target) {
  const platform = target === null ? [] : ["--filter-platform", target];
  const args = ["metadata", "--format-version", "1", "--locked", "--features", EXTENSION];
  const { code, out, err } = await output("cargo", [...args, ...platform]);
  if (code !== 0) throw new Stop(`cargo metadata failed: ${err.trim()}`);
  const { packages, resolve } = JSON.parse(out);
  const byId = new Map(packages.map((one) => [one.id, one]));
  const needs = new Map(resolve.nodes.map(({ id, deps }) => [id, deps]));
  const found = new Set();
  const visit = (id) => {
    if (found.has(id) || byId.get(id).targets.some(({ kind }) => kind.includes("proc-macro")))
      return;
    found.add(id);
    for (const { pkg, dep_kinds: kinds } of needs.get(id)) {
      if (kinds.some(({ kind }) => kind === null)) visit(pkg);
    }
  };
  for (const { id, name, source } of packages) {
    if (source === null && roots.includes(name)) visit(id);
  }
  return [...found]
    .map((id) => byId.get(id))
    .filter(({ source }) => source !== null)
    .map(({ name, version, license, authors, manifest_path: manifest }) => ({
      name,
      version,
      licence: license,
      authors: authors.map((author) => author.replace(/ <.*>/, "")).join(", "),
      folder: path.dirname(manifest),
    }));
}

/** @param {Iterable<string>} folders of npm packages */
export function npmPackagesIn(folders) {
  return [...folders].map((folder) => {
    const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    const { name, version, license, author } = manifest;
    const licence = typeof license === "string" ? license : (license?.type ?? null);
    const holder = typeof author === "string" ? author.replace(/ <.*/, "") : author?.name;
    return { name, version, licence, authors: holder ?? "", folder };
  });
}

/** The folder of the npm package that a module is of, or null. */
export function packageFolder(moduleId) {
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId.split("?")[0]) ?? [];
  return folder ?? null;
}

/**
 * All notices as one text: equal licences stand once, below all that are under them.
 * @param {{ name: string, version: string, licence: string | null, authors?: string,
 * folder?: string, texts?: () => string[] }[]} packages
 */
export function noticesText(packages) {
  const byText = new Map();
  for (const one of [OWN, ...packages]) {
    const text = (one.texts?.() ?? textsOf(one)).map(tidied).join("\n\n");
    const key = text.replaceAll(/\s+/g, " ");
    const known = byText.get(key) ?? { text, names: new Set() };
    known.names.add(
      `${one.name} ${one.version} (${one.licence ?? "see below"})`.replace("  ", " "),
    );
    byText.set(key, known);
  }
  const parts = [...byText.values()].map(({ text, names }) => ({ text, names: [...names].sort() }));
  parts.sort((a, b) => (a.names[0] < b.names[0] ? -1 : 1));
  const line = "=".repeat(80);
  const all = parts.map(({ text, names }) => `${line}\n${names.join("\n")}\n\n${text}\n`);
  return `Raft Atlas is under the Apache License, Version 2.0. It contains the work of others. Each is
named here, and below it stands its licence.

${all.join("\n")}`;
}

function tidied(text) {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/^\uFEFF/, "")
    .trim();
}

/** What is linked into the two modules of the page. */
async function inModules(roots) {
  return [STANDARD_LIBRARY, ...(await linkedCrates(roots, "wasm32-unknown-unknown"))];
}

/** @param {Iterable<string>} folders of the npm packages that are bundled into the page */
export async function pageNotices(folders) {
  const apart = SHIPPED_APART.map((name) => path.join(ROOT, "node_modules", ...name.split("/")));
  const bundled = npmPackagesIn(new Set([...folders, ...apart]));
  return noticesText([...(await inModules(["wasm_engine", "wasm_tools"])), ...bundled]);
}

/** Of the engine's package, which has modules and no bundle. */
export async function engineNotices() {
  return noticesText(await inModules(["wasm_engine", "wasm_tools"]));
}

/** Of Python's package and of the command line, which are compiled for this machine. */
export async function nativeNotices() {
  return noticesText([STANDARD_LIBRARY, ...(await linkedCrates(["python", "cli"], null))]);
}

/** All that package.json names as needed when the page runs, with what these need. */
function neededPackages() {
  const lock = JSON.parse(fs.readFileSync(path.join(ROOT, "package-lock.json"), "utf8"));
  return Object.entries(lock.packages)
    .filter(([place, { dev, optional }]) => place !== "" && !dev && !optional)
    .map(([place]) => path.join(ROOT, ...place.split("/")))
    .filter((folder) => fs.existsSync(folder));
}

/** What the licence's form leaves to be filled in, beside where it says so; null: nothing. */
export function placeholderIn(text) {
  return /^Copyright .*(\[[^\]]+\])/m.exec(text)?.[1] ?? null;
}

/** Everything that may be shipped has a text, and this project's own licence names its holder. */
export async function checkNotices() {
  const blank = placeholderIn(ownLicence());
  if (blank !== null) {
    throw new Stop(`LICENSE: found the placeholder "${blank}", expected a year and a name.`);
  }
  const texts = [await pageNotices(neededPackages()), await nativeNotices()];
  console.log(`The notices have ${texts.map((text) => `${kib(text)} KiB`).join(" and ")}.`);
}

function kib(text) {
  return Math.round(text.length / 1024);
}

if (isMain(import.meta.url)) await main(checkNotices);
