/**
 * `npm run check:size`: what the page loads, as a host serves it, against its budget. First until
 * its first scenario runs: the document, its scripts with all that they import at once, styles, the
 * font, the worker, the engine, the list of scenarios and the first of them. Then in the whole first
 * minute besides: what comes unasked in it and what is in sight, the tour, the thing to try, and
 * what a first cut of a link or crash of a store fetches. `e2e/tests/first-minute.spec.ts` holds
 * this list to what a browser asks for. Parts that are fetched when they are asked for (dialogs,
 * other scenarios) are listed apart: who stays gets them too, for use without a network, but only
 * once the page is idle.
 */

import fs from "node:fs";
import path from "node:path";
import { filesBelow, isMain, main, ROOT, Stop } from "./steps.mjs";

const BUDGET_KIB = 800;
/** Scripts and styles of the first minute, by the names of their parts. */
const MINUTE =
  /^assets\/(?:RequestsView|Badge|MoreMeters|NoticeBar|Notice|CalloutLayer|offline|firstVisit|Tour|FirstTry|Hung|Surface|ActionsPopover|Inspector|places|WhyButtons|why|ClockRate|savedSession|dist)-[\w-]{8}\.(?:js|css)$/;
const FIRST_SCENARIO = "scenarios/first-look.json";
/** Fetched by address at the start: nothing in the build names them. */
const FETCHED = ["index.html", "icon.svg", "scenarios/index.json", FIRST_SCENARIO];

/** Imports that a script waits for; `import("./x.js")` is none of them. */
const STATIC_IMPORT = /\b(?:import|export)\s*(?:[\w$*{},\s]*?\bfrom\s*)?["'`]\.\/([^"'`]+)["'`]/g;
/** The worker and the engine, which are named by address. */
const NAMED = /\bengine_bg-[\w-]+\.wasm\b|\bworker-[\w-]+\.js\b/g;
const IN_PAGE = /(?:src|href)="\.\/([^"]+)"/g;
const IN_STYLE = /url\(["']?\.?\/?([^"')]+)["']?\)/g;
/** A face whose range has no plain letters: a browser fetches it for a text that needs it. */
const FACE = /@font-face\s*\{[^}]*\}/g;
const LETTERS = /unicode-range:\s*U\+20-7e/i;

/** @returns {{ file: string, raw: number, served: number }[]} of the first minute, largest first */
export function sizes(folder = "dist") {
  return weigh(folder).filter(({ first, minute }) => first || minute);
}

function weigh(folder) {
  const all = filesBelow([folder])
    .map((file) => file.slice(folder.length + 1))
    .filter((file) => !/\.(?:map|br|gz)$/.test(file));
  const known = new Set(all);
  const first = loadedFrom(folder, known, FETCHED);
  const parts = all.filter((file) => MINUTE.test(file));
  const minute = loadedFrom(folder, known, parts);
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

/** Follows what each file names, from some on. */
function loadedFrom(folder, all, from) {
  const found = new Set();
  const open = from.filter((file) => all.has(file));
  for (const file of open) {
    if (found.has(file)) continue;
    found.add(file);
    if (!/\.(html|js|css)$/.test(file)) continue;
    const text = fs.readFileSync(path.join(ROOT, folder, file), "utf8");
    for (const name of namedIn(file, text)) {
      const named = path.posix.join(path.posix.dirname(file), name);
      if (all.has(named)) open.push(named);
    }
  }
  return found;
}

function namedIn(file, text) {
  const groups = (pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
  if (file.endsWith(".html")) return groups(IN_PAGE);
  if (file.endsWith(".css")) {
    const loaded = text.replace(FACE, (face) =>
      !face.includes("unicode-range") || LETTERS.test(face) ? face : "",
    );
    return [...loaded.matchAll(IN_STYLE)].map((match) => match[1]);
  }
  return [...groups(STATIC_IMPORT), ...groups(NAMED)];
}

export async function checkSize() {
  const all = weigh("dist");
  if (all.length === 0) throw new Stop("The page is not built; run: npm run build");
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
