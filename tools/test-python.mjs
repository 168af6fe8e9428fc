/**
 * `npm run test:python`: the package in python/, against a real Ray cluster of two workers on this
 * machine; arguments go to pytest, and `--with-core` says that the core is compiled for its tests.
 * Where there is no Python it says so and is left out, but not where nothing may be
 * (RAFT_ATLAS_SKIP_NOTHING, as in continuous integration).
 */

import path from "node:path";
import { findPython, installPackage, pythonProgram, pythonReady } from "./python.mjs";
import { EXE, environment, isMain, main, output, ROOT, run, Stop } from "./steps.mjs";
import { WHOLE_CORE } from "./test-rust.mjs";

/** @param {{ all?: boolean }} options all: of the whole test, whose core is compiled already */
export async function testPython(args = [], { all = false } = {}) {
  const found = await findPython();
  if (found === null) {
    const missing = "There is no Python 3.10 or newer here (PYTHON may name one)";
    if (process.env.RAFT_ATLAS_SKIP_NOTHING) throw new Stop(`${missing}; install it.`);
    console.log(`${missing}: the package for clusters is NOT tested.`);
    return;
  }
  await pythonReady(found);
  const python = path.join(ROOT, "python");
  const checks = [
    [
      "ruff",
      ["format", "--check", "--quiet"],
      "Python files are not formatted; ruff format cures it.",
    ],
    ["ruff", ["check", "--quiet"], "ruff finds faults, listed above."],
  ];
  for (const [program, words, sentence] of checks) {
    await run(pythonProgram(program), words, { cwd: python, sentence });
  }
  await installPackage("dev");
  await run(pythonProgram("mypy"), [], { cwd: python, sentence: "Types do not fit; see above." });
  await commandLine(all);
  await run(pythonProgram("python"), ["-m", "pytest", ...args], {
    cwd: python,
    env: environment({ RAFT_ATLAS: cli() }),
    sentence: "Tests of the Python package failed; they are named above.",
  });
}

/** What the cluster's rows are compared with: as the tests of the core were compiled, or alone. */
async function commandLine(all) {
  const alone = ["build", "--locked", "-p", "cli"];
  const args = [...(all ? [...WHOLE_CORE, "--no-run"] : alone), "--quiet"];
  const { code, err } = await output("cargo", args, { env: environment() });
  if (code !== 0) throw new Stop(`The command line could not be built: ${err}`);
}

function cli() {
  const target = process.env.CARGO_TARGET_DIR ?? path.join(ROOT, "target");
  return path.join(target, "debug", `raft-atlas${EXE}`);
}

if (isMain(import.meta.url)) {
  await main((args) => {
    const all = args.includes("--with-core");
    return testPython(
      args.filter((arg) => arg !== "--with-core"),
      { all },
    );
  });
}
