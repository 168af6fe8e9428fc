/**
 * The page's scenarios as files, and the command line tool that runs the same files.
 */

import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "..");
const FOLDER = path.join(ROOT, "public", "scenarios");

export interface Listed {
  id: string;
  file: string;
  variants: string[];
  title: string;
}

/** Every scenario of the page's list, with its variants; one without variants has none. */
export function listScenarios(): Listed[] {
  const list = JSON.parse(fs.readFileSync(path.join(FOLDER, "index.json"), "utf8")) as {
    id: string;
    file: string;
  }[];
  return list.map(({ id, file }) => {
    const scenario = JSON.parse(fs.readFileSync(path.join(FOLDER, file), "utf8")) as {
      title: string;
      variants?: Record<string, unknown>;
    };
    return { id, file, title: scenario.title, variants: Object.keys(scenario.variants ?? {}) };
  });
}

export function readScenario(id: string): Record<string, unknown> {
  return JSON.parse(fs.readFileSync(path.join(FOLDER, `${id}.json`), "utf8")) as Record<
    string,
    unknown
  >;
}

export interface CliReport {
  variants: Record<string, { digest: string; simulated_us: number }>;
}

/** Compiles the tool when its sources have changed; the tests then only run it. */
export async function buildCli(): Promise<void> {
  await cargo(["build", "-q", "-p", "cli"]);
}

/**
 * Runs a file with the command line tool, to its end or an instant; an unmet expectation still
 * gives a report. A name without a folder is one of the page's scenarios.
 */
export async function runByCli(file: string, untilUs?: number): Promise<CliReport> {
  const full = path.resolve(FOLDER, file);
  const until = untilUs === undefined ? [] : ["--until", `${untilUs}us`];
  const args = ["run", "-q", "-p", "cli", "--", "run", full, "--json", ...until];
  return JSON.parse(await cargo(args)) as CliReport;
}

export interface CliComparison {
  rows: { group: string; of: string | null; name: string; unit: string; a: number; b: number }[];
  reason: string;
}

/** Two variants of a file, compared by the command line tool. */
export async function compareByCli(
  file: string,
  variants: readonly [string, string],
  untilUs: number,
): Promise<CliComparison> {
  const full = path.join(FOLDER, file);
  const options = ["--variants", variants.join(","), "--until", `${untilUs}us`, "--json"];
  const args = ["run", "-q", "-p", "cli", "--", "compare", full, ...options];
  return JSON.parse(await cargo(args)) as CliComparison;
}

/** What cargo wrote; exit code 1 of the tool means an unmet expectation. */
function cargo(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("cargo", args, { cwd: ROOT, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      const code = error?.code ?? 0;
      if (code === 0 || (code === 1 && stdout !== "")) resolve(stdout);
      else reject(new Error(`cargo ${args.join(" ")}: ${stderr}`));
    });
  });
}
