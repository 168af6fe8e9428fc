/**
 * `npm run check:size`: what the page loads, as a host serves it, against its budget. First until
 * its first scenario runs: the document, its script with all that it imports at once, styles, the
 * font, the worker, the engine, the list of scenarios and the first of them. Then in the whole first
 * minute besides: what comes unasked in it and what is in sight, the lane under the map, and what a
 * first press on the map fetches. What imports what stands in Vite's
 * manifest; `e2e/tests/first-minute.spec.ts` holds this list to what a browser asks for. Parts that
 * are fetched when they are asked for (dialogs, other scenarios) are listed apart: who stays gets
 * them too, for use without a network, but only once the page is idle.
 */

import fs from "node:fs";
import path from "node:path";
import { filesBelow, isMain, main, ROOT, Stop } from "./steps.mjs";

const BUDGET_KIB = 800;
/** Parts of the first minute, by the modules that they begin with; the build packs them together. */
export const MINUTE = [
  "web/shell/NoticeBar.tsx",
  "web/shell/offline.ts",
  "web/shell/watch/WatchedLane.tsx",
  "web/session/keep/savedSession.ts",
  "web/views/map/ActionsPopover.tsx",
  "web/views/map/CalloutLayer.tsx",
  "web/views/map/SlowedRequest.tsx",
  "web/views/map/WhoHas.tsx",
];
const FIRST_SCENARIO = "scenarios/first-look.json";
/** Fetched by address at the start: no module names them. */
const FETCHED = [
  "index.html",
  "icon.svg",
  "manifest.webmanifest",
  "scenarios/index.json",
  FIRST_SCENARIO,
];
/** The worker names it, of which the manifest knows nothing but the file. */
const ENGINE = /^assets\/engine_bg-[\w-]+\.wasm$/;
/** Workers that are started, and fetched, only when somebody asks for what they do. */
const LATER_WORKERS = /^assets\/(?:lens|check)Worker-[\w-]+\.js$/;
/** The style sheet names it for letters that the page itself does not say. */
const OTHER_LETTERS = "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";

/** @returns {{ file: string, raw: number, served: number }[]} of the first minute, largest first */
export function sizes(folder = "dist") {
  return weigh(folder).filter(({ first, minute }) => first || minute);
}

function weigh(folder) {
  const all = filesBelow([folder])
    .map((file) => file.slice(folder.length + 1))
    .filter((file) => !/\.(?:map|br|gz)$|^\.vite\//.test(file));
  if (all.length === 0) throw new Stop("The page is not built; run: npm run build");
  const parts = partsOf(folder);
  const engine = all.filter((file) => ENGINE.test(file));
  const first = new Set([...FETCHED, ...engine, ...loadedFrom(parts, [entryOf(parts)])]);
  const minute = loadedFrom(parts, MINUTE);
  return all
    .map((file) => ({
      file,
      first: first.has(file),
      minute: minute.has(file) && !first.has(file),
      ...weightOf(path.join(ROOT, folder, file)),
    }))
    .sort((a, b) => b.served - a.served);
}

function weightOf(file) {
  const raw = fs.statSync(file).size;
  const compressed = `${file}.br`;
  return { raw, served: fs.existsSync(compressed) ? fs.statSync(compressed).size : raw };
}

/** What Vite wrote of each part: its file, and what comes with it. */
function partsOf(folder) {
  const text = fs.readFileSync(path.join(ROOT, folder, ".vite", "manifest.json"), "utf8");
  return JSON.parse(text);
}

/** The one script for all that the page needs at once, by its name in vite.config.ts. */
function entryOf(parts) {
  return Object.keys(parts).find((key) => parts[key].name === "page");
}

/** The files of some parts and of all that these import; `import("./x")` is asked for later. */
function loadedFrom(parts, keys) {
  const open = new Set(keys);
  for (const key of open) {
    if (parts[key] === undefined) throw new Stop(`No part of the page begins with ${key}.`);
    for (const other of parts[key].imports ?? []) open.add(other);
  }
  const files = [...open].flatMap((key) => {
    const { file, css = [], assets = [] } = parts[key];
    return [file, ...css, ...assets];
  });
  const isLater = (file) => file === parts[OTHER_LETTERS]?.file || LATER_WORKERS.test(file);
  return new Set(files.filter((file) => !isLater(file)));
}

export async function checkSize() {
  const all = weigh("dist");
  const first = all.filter((row) => row.first);
  for (const kind of [/\.wasm$/, /worker-.*\.js$/, /\.css$/, /\.woff2$/, /first-look\.json/]) {
    // A file that is not found would be a file that is not counted.
    if (!first.some(({ file }) => kind.test(file))) throw new Stop(`Nothing loaded is ${kind}.`);
  }
  const rows = [...first, { file: "loaded at first", ...sum(first) }];
  const minute = all.filter((row) => row.minute);
  const besides = [
    ...minute,
    { file: "in the first minute besides", ...sum(minute) },
    { file: "all of the first minute", ...sum([...first, ...minute]) },
  ];
  const rest = all.filter((row) => !row.first && !row.minute);
  const later =
    rest.length > 0 ? [...rest, { file: "fetched when asked for, or idle", ...sum(rest) }] : [];
  const width = Math.max(...[...rows, ...besides, ...later].map(({ file }) => file.length));
  table(rows, width);
  table(besides, width);
  table(later, width);
  const whole = sum([...first, ...minute]).served;
  if (whole > BUDGET_KIB * 1024) {
    throw new Stop(`The first minute weighs ${kib(whole)} KiB, more than its ${BUDGET_KIB} KiB.`);
  }
  console.log(`Within ${BUDGET_KIB} KiB in all of the first minute.`);
}

function table(rows, width) {
  console.log(`${"file".padEnd(width)}   raw KiB  served KiB`);
  for (const { file, raw, served } of rows) {
    console.log(`${file.padEnd(width)}  ${kib(raw).padStart(8)}  ${kib(served).padStart(10)}`);
  }
  console.log("");
}

function sum(list) {
  return {
    raw: list.reduce((total, { raw }) => total + raw, 0),
    served: list.reduce((total, { served }) => total + served, 0),
  };
}

function kib(bytes) {
  return (bytes / 1024).toFixed(1);
}

if (isMain(import.meta.url)) await main(checkSize);
