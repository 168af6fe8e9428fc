/**
 * `npm run rehearse:class`: a class of 30 is played by a script, by the clock of the 50-minute guide,
 * with five students who drop out, a server that is killed and a second teacher. Real are the server,
 * its door, and the pages of both teachers and of four students; the other students are the page's
 * class code in Node. Writes what each saw, and whether the class kept its promises (docs/class.md).
 */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import { build } from "./build.mjs";
import { findChromium } from "./chromium.mjs";
import { ClassServer, newClass } from "./class-server.mjs";
import { natsServer } from "./nats-server.mjs";
import { Class } from "./rehearsal/class.mjs";
import { clock, judge } from "./rehearsal/judge.mjs";
import { classCode } from "./rehearsal/student.mjs";
import { StaticHost } from "./static-host.mjs";
import { CACHE, isMain, main, Stop } from "./steps.mjs";

const FOLDER = path.join(CACHE, "rehearsal");
const HELP = `npm run rehearse:class -- [--minutes N] [--as-built]

  Plays the class of the 50-minute guide in N minutes of wall clock, 12 unless told, and says whether
  the class kept its promises. Writes .cache/rehearsal/log.txt, answers.csv and verdict.txt.
  --as-built takes the page in dist/ as it is.`;

/** As a person reads it: when, who, what. */
function lineOf({ ms, who, kind, ...more }) {
  const text = "text" in more ? more.text : JSON.stringify(more);
  return `${clock(ms)}  ${who.padEnd(26)}${kind.padEnd(9)}${text === "{}" ? "" : text}`;
}

async function rehearse(args) {
  if (args.includes("--help")) return console.log(HELP);
  const at = args.indexOf("--minutes");
  const minutes = at < 0 ? 12 : Number(args[at + 1]);
  if (!(minutes >= 8 && minutes <= 100)) {
    throw new Stop(`--minutes: found ${args[at + 1]}, expected 8 to 100.`);
  }
  if (!args.includes("--as-built")) await build({ onlyWhenChanged: true });
  const store = fs.mkdtempSync(path.join(os.tmpdir(), "raft-atlas-rehearsal-"));
  const made = newClass();
  const server = await ClassServer.prepare({ program: await natsServer(), folder: store, ...made });
  await server.start();
  const host = new StaticHost({ classPort: server.wsPort });
  await host.start();
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined });
  const code = await classCode();
  const log = [];
  const beganMs = performance.timeOrigin + performance.now();
  const tell = (who, kind, more = {}, ms = performance.timeOrigin + performance.now()) => {
    const entry = { ms: ms - beganMs, who, kind, ...more };
    log.push(entry);
    console.log(lineOf(entry));
  };
  const one = new Class({ made, server, port: host.port, browser, code, tell, minutes });
  try {
    report(log, await one.play(), minutes);
  } finally {
    await one.close();
    await browser.close();
    await code.close();
    await host.stop();
    await server.close();
    fs.rmSync(store, { recursive: true, force: true });
  }
}

function report(log, answers, minutes) {
  log.sort((a, b) => a.ms - b.ms);
  const verdicts = judge(log, rowsOf(answers));
  const text = [
    `A class of 50 minutes, played in ${minutes}; times are minutes and seconds of wall clock.`,
    ...verdicts.map(
      ({ promise, kept, found }) => `${kept ? "kept  " : "BROKEN"}  ${promise}: ${found}`,
    ),
  ].join("\n");
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(path.join(FOLDER, "log.txt"), `${log.map(lineOf).join("\n")}\n`);
  fs.writeFileSync(path.join(FOLDER, "answers.csv"), answers);
  fs.writeFileSync(path.join(FOLDER, "verdict.txt"), `${text}\n`);
  console.log(`\n${text}\n\nThe log is in ${path.relative(process.cwd(), FOLDER)}.`);
  if (verdicts.some(({ kept }) => !kept)) throw new Stop("The class did not keep all it promises.");
}

/** The file of answers, as its rows by the names of its columns. */
export function rowsOf(csv) {
  const [head = [], ...rows] = csvRows(csv.replace(/^\uFEFF/, ""));
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""])));
}

function csvRows(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    if (plain === "" && end === "" && rows.at(-1).length === 0) continue;
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== "," && end !== "") rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

if (isMain(import.meta.url)) await main(rehearse);
