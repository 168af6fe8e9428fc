/**
 * `node tools/pack-program.mjs PROGRAM FOLDER`: the command line as a release gives it to people: the
 * program with its manual pages, its completions, and the licences. Must not know how it was compiled.
 */

import fs from "node:fs";
import path from "node:path";
import { nativeNotices } from "./notices.mjs";
import { isMain, main, output, ROOT, Stop } from "./steps.mjs";

/** Each shell's own name for a file of completions. */
export const COMPLETIONS = {
  bash: "raft-atlas",
  zsh: "_raft-atlas",
  fish: "raft-atlas.fish",
};

/**
 * Fills an empty folder.
 * @param {string} program the compiled one
 * @returns {Promise<string[]>} the files in it
 */
export async function packProgram(program, folder) {
  if (!fs.existsSync(program)) {
    throw new Stop(`found no program ${program}; run: cargo build --release --locked -p cli`);
  }
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(path.join(folder, "completions"), { recursive: true });
  const placed = path.join(folder, path.basename(program));
  fs.copyFileSync(program, placed);
  fs.chmodSync(placed, 0o755);
  await saidBy(placed, "man", path.join(folder, "man1"));
  for (const [shell, name] of Object.entries(COMPLETIONS)) {
    const script = await saidBy(placed, "completions", shell);
    fs.writeFileSync(path.join(folder, "completions", name), script);
  }
  fs.copyFileSync(path.join(ROOT, "LICENSE"), path.join(folder, "LICENSE"));
  fs.writeFileSync(path.join(folder, "NOTICES.txt"), await nativeNotices());
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

async function saidBy(program, ...args) {
  const { code, out, err } = await output(program, args);
  if (code !== 0) throw new Stop(`${path.basename(program)} ${args[0]} failed: ${err.trim()}`);
  return out;
}

if (isMain(import.meta.url)) {
  await main(async (args) => {
    const [program, folder] = args;
    if (folder === undefined) throw new Stop("expected PROGRAM FOLDER");
    console.log((await packProgram(program, folder)).join("\n"));
  });
}
