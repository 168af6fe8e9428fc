/**
 * The page's scenarios as files, how their runs end natively, and the command line tool that runs
 * the same files.
 */

import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const ROOT = path.join(import.meta.dirname, "..");
const FOLDER = path.join(ROOT, "public", "scenarios");
const DIGESTS = path.join(ROOT, "core", "run", "testdata", "digests.txt");
const CLI = path.join(ROOT, "target", "debug", "raft-atlas");

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
  expect: { met: boolean }[];
  variants: Record<string, { digest: string; simulated_us: number }>;
}

/** Digests of whole runs by scenario and variant, as the tests of the core hold them natively. */
export function pinnedDigests(): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const line of fs.readFileSync(DIGESTS, "utf8").trim().split("\n")) {
    const [scenario = "", variant = "", digest = ""] = line.split(" ");
    const variants = found.get(scenario) ?? new Map<string, string>();
    found.set(scenario, variants.set(variant, digest));
  }
  return found;
}

/** Compiles the tool, unless that was done before the tests began (tools/test-e2e.mjs). */
export async function buildCli(): Promise<void> {
  if (process.env.RAFT_ATLAS_CLI_STANDS === undefined) await output("cargo", BUILD);
}

const BUILD = ["build", "-q", "-p", "cli"];

/**
 * Runs a file with the command line tool, to its end or an instant; an unmet expectation still
 * gives a report. A name without a folder is one of the page's scenarios.
 */
export async function runByCli(file: string, untilUs?: number): Promise<CliReport> {
  const full = path.resolve(FOLDER, file);
  const until = untilUs === undefined ? [] : ["--until", `${untilUs}us`];
  return JSON.parse(await output(CLI, ["run", full, "--json", ...until])) as CliReport;
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
  return JSON.parse(await output(CLI, ["compare", full, ...options])) as CliComparison;
}

/** What a swarm says; `file` from the project's root. */
export function swarmByCli(file: string, options: readonly string[]): Promise<string> {
  return output(CLI, ["swarm", file, ...options]);
}

/** What a program wrote; exit code 1 of the tool means an unmet expectation. */
function output(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: ROOT, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      const code = error?.code ?? 0;
      if (code === 0 || (code === 1 && stdout !== "")) resolve(stdout);
      else reject(new Error(`${program} ${args.join(" ")}: ${stderr}`));
    });
  });
}
