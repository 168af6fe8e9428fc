/** `npm run check:size`: everything that the page can load, gzip, against its budget. */

import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { filesBelow, isMain, main, ROOT, Stop } from "./steps.mjs";

const BUDGET_KIB = 500;
const SHOWN = 14;

/** @returns {{ file: string, raw: number, gzip: number }[]} largest first */
export function sizes(folder = "dist") {
  return filesBelow([folder])
    .filter((file) => !file.endsWith(".map"))
    .map((file) => {
      const content = fs.readFileSync(path.join(ROOT, file));
      // What is packed already does not shrink, and servers do not try.
      const packed = /\.(woff2|png|jpg|webp)$/.test(file);
      const gzip = packed ? content.length : zlib.gzipSync(content, { level: 9 }).length;
      return { file: file.slice(folder.length + 1), raw: content.length, gzip };
    })
    .sort((a, b) => b.gzip - a.gzip);
}

export async function checkSize() {
  const all = sizes();
  if (all.length === 0) throw new Stop("The page is not built; run: npm run build");
  const rest = all.slice(SHOWN);
  const rows = all.slice(0, SHOWN);
  if (rest.length > 0) rows.push({ file: `${rest.length} smaller files`, ...sum(rest) });
  rows.push({ file: "all", ...sum(all) });
  const width = Math.max(...rows.map(({ file }) => file.length));
  console.log(`${"file".padEnd(width)}   raw KiB  gzip KiB`);
  for (const { file, raw, gzip } of rows) {
    console.log(`${file.padEnd(width)}  ${kib(raw).padStart(8)}  ${kib(gzip).padStart(8)}`);
  }
  const { gzip } = sum(all);
  if (gzip > BUDGET_KIB * 1024) {
    throw new Stop(`The page weighs ${kib(gzip)} KiB, more than its budget of ${BUDGET_KIB} KiB.`);
  }
  console.log(`Within the budget of ${BUDGET_KIB} KiB.`);
}

function sum(list) {
  return {
    raw: list.reduce((total, { raw }) => total + raw, 0),
    gzip: list.reduce((total, { gzip }) => total + gzip, 0),
  };
}

function kib(bytes) {
  return (bytes / 1024).toFixed(1);
}

if (isMain(import.meta.url)) await main(checkSize);
