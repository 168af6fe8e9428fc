/**
 * Runs named stages, each under a heading and with its time: one after the other, or several lanes of
 * them side by side. Ours, because the first stage of a test is set-up, before which no package is
 * installed.
 */

import { spawn } from "node:child_process";
import process from "node:process";
import { environment, ROOT, Stop, seconds } from "./steps.mjs";

/** How often lanes tell what they are at. */
const TELL_EVERY_MS = 30_000;

/**
 * One after the other, in this process; what a test runner prints goes straight through.
 * @param {string} title
 * @param {[string, () => Promise<unknown>][]} list
 */
export async function stages(title, list) {
  const began = performance.now();
  for (const [name, work] of list) {
    const stage = performance.now();
    console.log(`\n── ${title}: ${name} ──`);
    try {
      await work();
    } catch (error) {
      if (error instanceof Stop) console.log(`── failed: ${name} (${seconds(stage)})`);
      throw error;
    }
    console.log(`── done: ${name} (${seconds(stage)})`);
  }
  console.log(`\n${title}: all ${list.length} passed (${seconds(began)})`);
}

/**
 * Lanes side by side, the commands of a lane one after the other. Each command is a program of
 * tools/ of its own, and what it prints is shown whole once it ends. The first that fails ends all.
 * @param {string} title
 * @param {[string, string[]][][]} lanes commands as name and arguments to Node
 */
export async function sideBySide(title, lanes) {
  const began = performance.now();
  const running = new Map();
  const timer = setInterval(() => {
    const told = [...running].map(([name, { since }]) => `${name} (${seconds(since)})`);
    console.log(`  … ${seconds(began)}: ${told.join(", ")}`);
  }, TELL_EVERY_MS);
  let failed = null;
  // Groups of their own hear nothing of what ends this process.
  const passOn = (signal) => {
    for (const { child } of running.values()) end(child);
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.once(signal, passOn);
  const follow = async (lane) => {
    for (const [name, args] of lane) {
      if (failed !== null) return;
      const since = performance.now();
      const { child, ended } = started(args);
      running.set(name, { since, child });
      const { code, text } = await ended;
      running.delete(name);
      // What was ended because another failed has nothing to tell.
      if (failed !== null) return;
      console.log(`\n── ${title}: ${name} ──\n${text.trimEnd()}`);
      console.log(`── ${code === 0 ? "done" : "failed"}: ${name} (${seconds(since)})`);
      if (code === 0) continue;
      failed = name;
      for (const other of running.values()) end(other.child);
    }
  };
  try {
    await Promise.all(lanes.map(follow));
  } finally {
    clearInterval(timer);
    for (const signal of signals) process.off(signal, passOn);
  }
  if (failed !== null) throw new Stop(`${title}: ${failed} failed; what it printed is above.`);
}

/** A program of its own group, so that what it started ends with it. */
function started(args) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    detached: process.platform !== "win32",
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
  }
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 127, text: String(error) }));
    child.on("close", (code) => resolve({ code: code ?? 1, text }));
  });
  return { child, ended };
}

function end(child) {
  if (process.platform === "win32") child.kill();
  else process.kill(-child.pid, "SIGTERM");
}
