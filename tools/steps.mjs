/**
 * What the commands share: running a program, saying one sentence when something is missing,
 * stamps that let a second run skip what is done, and a lock between two runs.
 * Node's own modules only: set-up runs before any package is installed.
 */

import { spawn } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");
export const TOOLS = path.join(ROOT, ".tools");
export const TOOLS_BIN = path.join(TOOLS, "bin");
export const CACHE = path.join(ROOT, ".cache");
export const EXE = process.platform === "win32" ? ".exe" : "";

/** An expected end: its message is the whole report, without a stack. */
export class Stop extends Error {}

/** Runs a command's main function; an expected end prints its sentence and exits with 1. */
export async function main(run) {
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

/** True when the module is the program that was started. */
export function isMain(url) {
  return process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(url);
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/** The environment in which cargo finds protoc and wasm-pack finds its helpers. */
export function environment(extra = {}) {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const bins = [path.join(ROOT, "node_modules", ".bin"), TOOLS_BIN];
  const PATH = [...bins, process.env[key] ?? ""].join(path.delimiter);
  return { ...process.env, [key]: PATH, ...extra };
}

/**
 * Runs a program to its end with its output shown.
 * @returns {Promise<void>} rejects with `sentence` (or a plain one) on failure
 */
export async function run(program, args, { sentence, env, cwd = ROOT } = {}) {
  const { code, missing } = await spawned(program, args, {
    cwd,
    env: env ?? environment(),
    stdio: "inherit",
  });
  if (missing) throw new Stop(sentence ?? `${program} is not installed or not on PATH.`);
  if (code !== 0) {
    throw new Stop(sentence ?? `${[program, ...args].join(" ")} failed (exit code ${code}).`);
  }
}

/** Runs a program quietly. @returns {Promise<{ code: number, out: string, err: string }>} */
export async function output(program, args, { env, cwd = ROOT, input, onLine } = {}) {
  let out = "";
  let err = "";
  const { code } = await spawned(
    program,
    args,
    {
      cwd,
      env: env ?? environment(),
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    },
    (child) => {
      child.stdout.setEncoding("utf8").on("data", (text) => {
        out += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text) => {
        err += text;
        if (onLine)
          for (const line of text.split("\n")) if (line.trim() !== "") onLine(line.trim());
      });
      if (input !== undefined) child.stdin.end(input);
    },
  );
  return { code, out, err };
}

function spawned(program, args, options, attach) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { windowsHide: true, ...options });
    attach?.(child);
    child.on("error", (error) => resolve({ code: 127, missing: error.code === "ENOENT" }));
    child.on("close", (code, signal) =>
      resolve({ code: code ?? (signal ? 130 : 1), missing: false }),
    );
  });
}

/** The command line of a package's own program, run by this Node (no .cmd file on Windows). */
export function packageProgram(name, bin = name) {
  const home = path.join(ROOT, "node_modules", ...name.split("/"));
  if (!fs.existsSync(path.join(home, "package.json"))) {
    throw new Stop(`The npm package ${name} is not installed; run: npm run setup`);
  }
  const manifest = JSON.parse(fs.readFileSync(path.join(home, "package.json"), "utf8"));
  const file = typeof manifest.bin === "string" ? manifest.bin : manifest.bin[bin];
  return path.join(home, file);
}

/** Runs a package's program with its output shown. */
export function runPackage(name, args, options = {}) {
  return run(process.execPath, [packageProgram(name, options.bin), ...args], options);
}

/** The first program of this name on PATH, or null. */
export function onPath(name) {
  const key = Object.keys(process.env).find((entry) => entry.toUpperCase() === "PATH") ?? "PATH";
  for (const folder of (process.env[key] ?? "").split(path.delimiter)) {
    if (folder === "") continue;
    const file = path.join(folder, name + EXE);
    if (fs.existsSync(file) && fs.statSync(file).isFile()) return file;
  }
  return null;
}

/** All files below the given paths (files or folders, from the root), sorted, with slashes. */
export function filesBelow(paths, skip = () => false) {
  const found = [];
  const visit = (relative) => {
    if (skip(relative)) return;
    const stat = fs.statSync(path.join(ROOT, relative), { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (!stat.isDirectory()) {
      found.push(relative);
      return;
    }
    for (const name of fs.readdirSync(path.join(ROOT, relative))) visit(`${relative}/${name}`);
  };
  for (const relative of paths) visit(relative);
  return found.sort();
}

/** A hash over names and contents of files, and over further strings. */
export function contentHash(files, ...further) {
  const hash = crypto.createHash("sha256");
  for (const file of files) {
    const content = fs.readFileSync(path.join(ROOT, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  for (const text of further) hash.update(`\0${text}`);
  return hash.digest("hex").slice(0, 32);
}

/** Stamps say with which inputs a step was last done. */
export function readStamp(file) {
  try {
    return fs.readFileSync(file, "utf8").trim();
  } catch {
    return null;
  }
}

export function writeStamp(file, value) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}.partial`;
  fs.writeFileSync(partial, `${value}\n`);
  fs.renameSync(partial, file);
}

/** Puts a folder in place of another by renaming, so that no reader sees half of it. */
export function replaceFolder(from, to) {
  const old = `${to}.${process.pid}.old`;
  fs.mkdirSync(path.dirname(to), { recursive: true });
  if (fs.existsSync(to)) fs.renameSync(to, old);
  fs.renameSync(from, to);
  fs.rmSync(old, { recursive: true, force: true });
}

/** Runs `work` while no other process of this checkout holds the lock of that name. */
export async function withLock(name, work) {
  const file = path.join(CACHE, `${name}.lock`);
  fs.mkdirSync(CACHE, { recursive: true });
  let told = false;
  for (let state = tryLock(file); state !== "ours"; state = tryLock(file)) {
    if (state === "void") continue;
    if (!told) console.log(`Waiting for another run that is busy with: ${name}`);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const release = () => fs.rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

/** @returns {"ours" | "taken" | "void"} void: its owner died without a word, and it is removed */
function tryLock(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: "wx" });
    return "ours";
  } catch {
    const owner = Number(readStamp(file));
    if (Number.isInteger(owner) && owner > 0 && isAlive(owner)) return "taken";
    // Created a moment ago: its owner has yet to write its name.
    const age_ms = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (!owner && age_ms < 2000) return "taken";
    fs.rmSync(file, { force: true });
    return "void";
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** A version like "1.2.3" as numbers, for comparing. */
export function compareVersions(left, right) {
  const numbers = (version) => version.split(/[.+-]/).slice(0, 3).map(Number);
  const [a, b] = [numbers(left), numbers(right)];
  for (let i = 0; i < 3; i += 1) {
    const difference = (a[i] || 0) - (b[i] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The version of a crate in the lock file of a folder (the first one of that name). */
export function lockedCrate(name, folder = ".") {
  const lock = fs.readFileSync(path.join(ROOT, folder, "Cargo.lock"), "utf8");
  const match = new RegExp(`name = "${name}"\\r?\\nversion = "([^"]+)"`).exec(lock);
  if (match === null)
    throw new Stop(`${path.join(folder, "Cargo.lock")} does not name the crate ${name}.`);
  return match[1];
}
