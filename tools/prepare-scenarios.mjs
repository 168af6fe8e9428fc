/**
 * Part of `npm run build:wasm`: the page's own scenarios as the engine takes them, one file each,
 * made by the module that reads texts. The page fetches that module only after its first picture.
 * A file is named by its scenario and by the stamp of its text, so that a text which was changed
 * since finds none and is read anew.
 */

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./steps.mjs";

export const SCENARIOS = path.join(ROOT, "public", "scenarios");

/**
 * @param {string} pkg the folder of the built module
 * @param {string} into where the files go; made if need be
 */
export async function prepareScenarios(pkg, into) {
  const { Reader } = await loadReader(pkg);
  fs.mkdirSync(into, { recursive: true });
  const list = JSON.parse(fs.readFileSync(path.join(SCENARIOS, "index.json"), "utf8"));
  for (const { id, file } of list) {
    const text = fs.readFileSync(path.join(SCENARIOS, file), "utf8");
    const reader = new Reader(text, "", undefined);
    fs.writeFileSync(path.join(into, preparedName(id, text)), reader.prepared());
    reader.free();
  }
}

/** What reads texts, in Node. */
export async function loadReader(pkg) {
  const reader = await import(pathToFileURL(path.join(pkg, "reader.js")).href);
  reader.initSync({ module: fs.readFileSync(path.join(pkg, "reader_bg.wasm")) });
  return reader;
}

export function preparedName(id, text) {
  return `${id}.${stampOf(text)}.run`;
}

/** cyrb53, as 14 hex digits: web/worker/stamp.ts has the same. */
export function stampOf(text) {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(14, "0");
}
