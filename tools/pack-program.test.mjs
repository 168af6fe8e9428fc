/** The archive of the command line has what its users expect beside the program. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { packProgram } from "./pack-program.mjs";
import { ROOT } from "./steps.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "raft-atlas-program-"));

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A program that answers as the command line does, without compiling it. */
function standIn() {
  const file = path.join(folder, "raft-atlas");
  const script = `#!/usr/bin/env node
const [command, word] = process.argv.slice(2);
const fs = require("node:fs");
if (command === "man") {
  fs.mkdirSync(word);
  for (const name of ["raft-atlas.1", "raft-atlas-run.1"]) fs.writeFileSync(word + "/" + name, ".TH");
} else console.log("for " + word);
`;
  fs.writeFileSync(file, script, { mode: 0o755 });
  return file;
}

it("has the program, manual pages, completions for each shell, and licences", async () => {
  const made = path.join(folder, "made");
  expect((await packProgram(standIn(), made)).sort()).toEqual([
    "LICENSE",
    "NOTICES.txt",
    "completions/_raft-atlas",
    "completions/raft-atlas",
    "completions/raft-atlas.fish",
    "man1/raft-atlas-run.1",
    "man1/raft-atlas.1",
    "raft-atlas",
  ]);
  expect(fs.readFileSync(path.join(made, "completions", "_raft-atlas"), "utf8")).toBe("for zsh\n");
  expect(fs.statSync(path.join(made, "raft-atlas")).mode & 0o111).not.toBe(0);
  expect(fs.readFileSync(path.join(made, "NOTICES.txt"), "utf8")).toContain("raft");
});

it("says what to do where nothing was compiled", async () => {
  await expect(packProgram(path.join(ROOT, "nothing"), folder)).rejects.toThrow(
    "run: cargo build --release --locked -p cli",
  );
});
