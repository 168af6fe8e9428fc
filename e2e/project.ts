/**
 * A project that has nothing but a package of ours, installed from its tarball without a network,
 * and programs run there as a person runs them. Must not know which package it is.
 */

import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { TestInfo } from "@playwright/test";

import { findChromium } from "../tools/chromium.mjs";

const ROOT = path.join(import.meta.dirname, "..");

interface Contents {
  tarballs: string[];
  /** Name to text. */
  files: Record<string, string>;
  /** Folders of this project's node_modules that stand in the other's too. */
  beside: string[];
}

/** The folder of the project. */
export async function emptyProject(info: TestInfo, contents: Contents): Promise<string> {
  const folder = info.outputPath("project");
  fs.mkdirSync(folder, { recursive: true });
  const files = { "package.json": JSON.stringify({ private: true, type: "module" }) };
  for (const [name, text] of Object.entries({ ...files, ...contents.files })) {
    fs.writeFileSync(path.join(folder, name), text);
  }
  const options = ["--offline", "--legacy-peer-deps", "--no-audit", "--no-fund"];
  const { code, out } = await run("npm", ["install", ...options, ...contents.tarballs], folder);
  if (code !== 0) throw new Error(`The package was not installed: ${out}`);
  for (const name of contents.beside) {
    const to = path.join(folder, "node_modules", name);
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.symlinkSync(path.join(ROOT, "node_modules", name), to);
  }
  return folder;
}

interface Ended {
  code: number;
  out: string;
}

/** As a person calls it: with nothing in its environment of the test that runs here. */
export function run(program: string, args: string[], cwd: string): Promise<Ended> {
  const own = Object.entries(process.env).filter(([name]) => !/^(TEST_|PW|PLAYWRIGHT)/.test(name));
  const env = { ...Object.fromEntries(own), CHROMIUM_PATH: findChromium() ?? "" };
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), out: `${stdout}${stderr}` });
    });
  });
}
