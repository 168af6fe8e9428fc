/**
 * `npm run test:rust`: the tests of the core; arguments go to cargo test. `-- --changed` tests the
 * crates that differ from what was last shared: from the upstream branch, or from the last commit.
 */

import fs from "node:fs";
import path from "node:path";
import { EXTENSION } from "./python.mjs";
import { isMain, main, output, ROOT, run } from "./steps.mjs";

/**
 * How all of the core is compiled for its tests: with what Python's module turns on, so that clippy
 * before and the module after are of the same crates.
 */
export const WHOLE_CORE = ["test", "--workspace", "--locked", "--features", EXTENSION];

const SENTENCE = "Tests of the core failed; they are named above.";

export async function testRust(args = []) {
  if (args[0] === "--changed") return testChanged(args.slice(1));
  await run("cargo", [...WHOLE_CORE, ...args], { sentence: SENTENCE });
}

async function testChanged(args) {
  const crates = changedCrates(await changedFiles());
  if (crates.length === 0) {
    console.log("No crate has changed.");
    return;
  }
  console.log(`Changed: ${crates.join(", ")}`);
  const chosen = crates.flatMap((name) => ["-p", name]);
  await run("cargo", ["test", "--locked", ...chosen, ...args], { sentence: SENTENCE });
}

/**
 * @param {string[]} files from the root, with slashes
 * @returns {string[]} the crates that they belong to, each once; `run` for what its tests read
 */
export function changedCrates(files) {
  const names = files.flatMap((file) => {
    const [top, name] = file.split("/");
    if (top === "public" && /^public\/(scenarios|lessons|challenges)\//.test(file)) return ["run"];
    const isCrate =
      top === "core" && fs.existsSync(path.join(ROOT, "core", name ?? "", "Cargo.toml"));
    return isCrate ? [name] : [];
  });
  return [...new Set(names)].sort();
}

/** What is not committed, and what is committed since the upstream branch, where there is one. */
async function changedFiles() {
  const upstream = await output("git", ["merge-base", "HEAD", "@{upstream}"]);
  const since = upstream.code === 0 ? upstream.out.trim() : "HEAD";
  const changed = await output("git", ["diff", "--name-only", since]);
  const added = await output("git", ["ls-files", "--others", "--exclude-standard"]);
  return `${changed.out}\n${added.out}`.split("\n").filter((line) => line !== "");
}

if (isMain(import.meta.url)) await main(testRust);
