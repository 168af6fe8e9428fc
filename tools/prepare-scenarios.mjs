/**
 * Part of `npm run build:wasm`: the page's own scenarios as the engine takes them, one file each,
 * made by the module that reads texts, with the acts that a person does first, read too: cutting,
 * isolating, crashing, and the ways back. The page fetches that module only when something else is
 * done. `web/worker/simpleActs.ts` reads these files.
 * A file is named by its scenario and by the stamp of its text, so that a text which was changed
 * since finds none and is read anew.
 */

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./steps.mjs";

export const SCENARIOS = path.join(ROOT, "public", "scenarios");

/** The range that every scenario has. */
const RANGE = 0;

/** The engine, which is built before the scenarios are prepared. */
const ENGINE = path.join(ROOT, "core", "wasm", "pkg");

/**
 * @param {string} pkg the folder of the built reader
 * @param {string} into where the files go; made if need be
 */
export async function prepareScenarios(pkg, into) {
  const { Reader } = await loadReader(pkg);
  const { Playground, describe_scenario } = await loadModule(ENGINE, "engine");
  fs.mkdirSync(into, { recursive: true });
  const list = JSON.parse(fs.readFileSync(path.join(SCENARIOS, "index.json"), "utf8"));
  for (const { id, file } of list) {
    const text = fs.readFileSync(path.join(SCENARIOS, file), "utf8");
    const reader = new Reader(text, "", undefined);
    const scenario = reader.prepared();
    reader.free();
    const { variants } = describe_scenario(scenario);
    const runs = (variants.length > 0 ? variants : [{ id: "" }]).map((variant) =>
      readActs(
        new Reader(text, variant.id, undefined),
        new Playground(scenario, variant.id, undefined),
      ),
    );
    fs.writeFileSync(path.join(into, preparedName(id, text)), packed(scenario, shared(runs)));
  }
}

/** The length of the scenario, the scenario, and the acts as text: keys, words and bytes. */
function packed(scenario, acts) {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(scenario.length);
  return Buffer.concat([length, scenario, Buffer.from(JSON.stringify(acts))]);
}

/** Those that are the same in every variant. */
function shared([first, ...others]) {
  const known = others.map((acts) => new Set(acts.map((act) => JSON.stringify(act))));
  return first.filter((act) => known.every((acts) => acts.has(JSON.stringify(act))));
}

/** @returns {[string, string, string][]} of each act its key, its words, and its bytes as signs */
function readActs(reader, run) {
  // Only switches are read for what stands; these acts set none.
  const settings = run.settings_at(1);
  const acts = simpleActs(run.world()).map((action) => {
    const read = reader.action(JSON.stringify(action), settings);
    const row = [keyOf(action), read.text(), String.fromCharCode(...read.bytes())];
    read.free();
    return row;
  });
  run.free();
  reader.free();
  return acts;
}

/** As the map's menus offer them (web/protocol/targetActions.ts). */
function simpleActs({ zones, nodes }) {
  const acts = [{ do: "heal" }];
  const fault = (action, id) => acts.push(action, { do: "heal", fault: id });
  for (const { id: from } of zones) {
    for (const { id: to } of zones) {
      if (from === to) continue;
      fault({ do: "cut", from, to }, `cut:${from}:${to}`);
      fault({ do: "cut", from, to, one_way: true }, `cut:${from}:${to}:one-way`);
    }
  }
  for (const { id } of [...zones, ...nodes]) fault({ do: "isolate", place: id }, `isolate:${id}`);
  for (const { id, kind } of nodes) {
    if (kind === "pd") continue;
    acts.push({ do: "crash", store: id }, { do: "restart", store: id });
    if (kind !== "store") continue;
    acts.push({ do: "pause", store: id }, { do: "resume", store: id });
    acts.push(
      { do: "campaign", store: id, range: RANGE },
      { do: "transfer", to: id, range: RANGE },
    );
  }
  return acts;
}

/** web/worker/simpleActs.ts has the same. */
function keyOf(action) {
  const entries = Object.entries(action).filter(([, value]) => value !== false);
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What reads texts, in Node. */
export function loadReader(pkg) {
  return loadModule(pkg, "reader");
}

async function loadModule(pkg, name) {
  const module = await import(pathToFileURL(path.join(pkg, `${name}.js`)).href);
  module.initSync({ module: fs.readFileSync(path.join(pkg, `${name}_bg.wasm`)) });
  return module;
}

export function preparedName(id, text) {
  return `${id}.${stampOf(text)}.run`;
}

/** cyrb53, as 14 hex digits: web/lib/stamp.ts has the same. */
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
