/**
 * `npm run real -- etcd SCENARIO`: plays a scenario on a real etcd cluster on this machine, each link
 * a proxy with the scenario's delays, and writes what was measured. `--help` says all this;
 * docs/real.md tells the rest.
 */

import { spawn } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { planOf } from "./real-plan.mjs";
import {
  CACHE,
  contentHash,
  EXE,
  environment,
  filesBelow,
  isMain,
  main,
  onPath,
  output,
  ROOT,
  readStamp,
  Stop,
  TOOLS,
  TOOLS_BIN,
  writeStamp,
} from "./steps.mjs";

const SOURCE = "tools/real";
const PROGRAM = path.join(TOOLS_BIN, `real${EXE}`);
const STAMP = path.join(TOOLS, "stamps", "real");
/** By how much the machine's other work waits, where the system lets it; else `nice` only warns. */
const PRIORITY = 15;
/** Most lines that are kept of a member's log. */
const LOG_LINES_MAX = 199;

const HELP = `npm run real -- etcd SCENARIO [options]

  Plays a scenario on a real etcd cluster of three or five members on this machine, and writes what
  was measured. Needs Go and Linux; Ctrl+C ends it and all that it began.

  --variant NAME   which variant: the first one unless told
  --runs N         how often: 1 unless told; the result has each run
  --tries N        how many runs may be refused because the machine was too busy: none unless told
  --out FILE       where the result goes: .cache/real/SCENARIO.VARIANT.json unless told
  --logs FOLDER    keeps what the members of the last run logged of their Raft roles
  --plan           only says what is carried over and what is not
  --help           this

  docs/real.md tells the rest.`;

/** What ends a run early: then nothing that it began is left. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Options that have a value. */
const VALUED = ["--variant", "--runs", "--tries", "--out", "--logs"];

/** @throws {Stop} where something is said that means nothing */
export function readArguments(args) {
  const told = { plan: false, runs: 1, tries: 0, help: false };
  const plain = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (word === "--help" || word === "-h") told.help = true;
    else if (word === "--plan") told.plan = true;
    else if (VALUED.includes(word)) {
      const value = args[at + 1];
      if (value === undefined) throw new Stop(`${word}: found nothing after it, expected a value.`);
      told[word.slice(2)] = value;
      at += 1;
    } else plain.push(word);
  }
  if (told.help) return told;
  const [system, file, ...more] = plain;
  if (system !== "etcd" || file === undefined || more.length > 0) {
    const found = plain.join(" ") || "nothing";
    throw new Stop(`npm run real: found ${found}, expected: etcd SCENARIO (--help says more).`);
  }
  for (const key of ["runs", "tries"]) {
    if (!/^\d{1,2}$/.test(String(told[key]))) {
      throw new Stop(`--${key}: found ${told[key]}, expected a number from 0 to 99.`);
    }
    told[key] = Number(told[key]);
  }
  return { ...told, file };
}

/** Builds the program where its source has changed. */
async function program() {
  if (process.platform !== "linux") {
    throw new Stop(
      `A real cluster needs Linux, where each pair of members has an address of its own on loopback: found ${process.platform}.`,
    );
  }
  if (onPath("go") === null) {
    throw new Stop("A real cluster needs Go, which builds etcd: install it (https://go.dev/dl).");
  }
  const hash = contentHash(filesBelow([SOURCE]));
  if (fs.existsSync(PROGRAM) && readStamp(STAMP) === hash) return PROGRAM;
  console.log("  … etcd, by Go (a minute or two the first time)");
  fs.mkdirSync(TOOLS_BIN, { recursive: true });
  const args = ["build", "-trimpath", "-o", PROGRAM, "."];
  const { code, err } = await output("go", args, {
    cwd: path.join(ROOT, SOURCE),
    env: environment({ GOFLAGS: "-mod=readonly" }),
  });
  if (code !== 0) throw new Stop(`etcd could not be built:\n${err.trim()}`);
  writeStamp(STAMP, hash);
  return PROGRAM;
}

/** Plays the plan once. The program and its members are one process group, which is ended whole. */
function play(file, plan, folder) {
  const child = spawn("nice", ["-n", `-${PRIORITY}`, file, "run", folder], { detached: true });
  try {
    // Linux weighs whole sessions against each other, where it groups them.
    fs.writeFileSync(`/proc/${child.pid}/autogroup`, `-${PRIORITY}`);
  } catch {
    // Not here, or not by this user: then the run takes its chance beside the other work.
  }
  const endAll = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // All of them have ended.
    }
  };
  const interrupted = () => {
    endAll();
    fs.rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  };
  for (const signal of SIGNALS) process.once(signal, interrupted);
  child.stdin.end(JSON.stringify(plan));
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  return new Promise((resolve) => {
    child.once("close", (code) => {
      endAll();
      for (const signal of SIGNALS) process.off(signal, interrupted);
      const said = err.replace(/^nice: .*\n/, "").trim();
      resolve(code === 0 ? { figures: JSON.parse(out) } : { refused: said });
    });
  });
}

/** What a result says of where it was measured. */
async function circumstances() {
  const { out } = await output("go", ["env", "GOVERSION"]);
  const modules = fs.readFileSync(path.join(ROOT, SOURCE, "go.mod"), "utf8");
  const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
  return {
    date: new Date().toISOString().slice(0, 10),
    versions: {
      etcd: /etcd\/server\/v3 v(\S+)/.exec(modules)[1],
      go: out.trim().replace(/^go/, ""),
      raft_atlas: manifest.version,
    },
    machine: {
      cpu: os.cpus()[0]?.model ?? "unknown",
      cores: os.cpus().length,
      memory_bytes: os.totalmem(),
      os: `${os.type()} ${os.machine()}`,
    },
  };
}

/** Of what a plan is: a result is of this scenario as long as this is the same. */
export function planHash(plan) {
  return crypto.createHash("sha256").update(JSON.stringify(plan)).digest("hex").slice(0, 16);
}

/** Whether a line of a member's log is about Raft's roles, or says which member has which id. */
export function isOfRoles(line) {
  return /"logger":"raft"|"msg":"added member"/.test(line);
}

function keepLogs(from, plan, folder) {
  fs.mkdirSync(folder, { recursive: true });
  for (const { id } of plan.members) {
    const lines = fs.readFileSync(path.join(from, `${id}.log`), "utf8").split("\n");
    const kept = lines.filter(isOfRoles).slice(0, LOG_LINES_MAX);
    fs.writeFileSync(path.join(folder, `${id}.log`), `${kept.join("\n")}\n`);
  }
}

/** Plays until enough runs are measured. */
async function runsOf(plan, { runs, tries, logs }) {
  const file = await program();
  const measured = [];
  let refused = 0;
  while (measured.length < runs) {
    const place = path.join(CACHE, "real");
    fs.mkdirSync(place, { recursive: true });
    const folder = fs.mkdtempSync(path.join(place, "run-"));
    try {
      const found = await play(file, plan, folder);
      if (found.figures !== undefined) {
        if (logs !== undefined) keepLogs(folder, plan, logs);
        measured.push(found.figures);
        console.log(`  run ${measured.length} of ${runs} is measured`);
      } else if (!found.refused.includes("too busy") || refused >= tries) {
        throw new Stop(`Nothing is written. ${found.refused}`);
      } else {
        refused += 1;
        console.log(`  not counted: ${found.refused}`);
      }
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
  return { measured, refused };
}

async function real(args) {
  const told = readArguments(args);
  if (told.help) return console.log(HELP);
  const id = path.basename(told.file, ".json");
  const { variant, plan, leftOut } = planOf(read(told.file), told.variant);
  console.log(`  ${id}, ${variant}: ${plan.members.length} members of etcd`);
  for (const sentence of leftOut) console.log(`  not carried over: ${sentence}`);
  if (told.plan) return;
  const { measured, refused } = await runsOf(plan, told);
  const result = {
    $schema: "../schema/real.json",
    format: "raft-atlas-real/1",
    system: "etcd",
    scenario: id,
    variant,
    plan: planHash(plan),
    ...(await circumstances()),
    left_out: leftOut,
    refused_runs: refused,
    runs: measured,
  };
  const out = told.out ?? path.join(CACHE, "real", `${id}.${variant}.json`);
  fs.writeFileSync(out, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`  ${out}\n  Beside the simulated run: raft-atlas real ${out}`);
}

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    throw new Stop(`${file}: ${error.message}`);
  }
}

if (isMain(import.meta.url)) await main(real);
