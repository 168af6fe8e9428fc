/**
 * What the crates must not reach, proven from cargo's own resolution: the kernel knows nothing
 * but its generator and that its shapes can be written, the model, the key-value part and the
 * placement driver's decisions link no Raft, the scenario never reaches the browser's glue, only
 * the cluster names raft.
 */

import { isMain, main, output, Stop } from "./steps.mjs";

const GENERATOR = ["rand_core", "rand_pcg"];
/** Crate -> crates that it may name in its own Cargo.toml among those of the workspace. */
const MAY_NAME = {
  sim: [],
  model: ["sim"],
  kv: ["sim", "model"],
  pd: ["sim", "model", "kv"],
  cluster: ["sim", "model", "kv", "pd"],
  scenario: ["sim", "model", "cluster"],
  wasm: ["scenario"],
  lens: ["scenario"],
  linear: [],
  cli: ["scenario", "linear"],
};
/** Crate -> the crates that alone may name it. */
const OWNER = {
  raft: ["cluster"],
  "raft-proto": ["cluster"],
  slog: ["cluster"],
  "wasm-bindgen": ["wasm", "lens"],
  "js-sys": ["wasm", "lens"],
  "web-sys": ["wasm", "lens"],
  tsify: ["wasm", "lens"],
  clap: ["cli"],
  "clojure-reader": ["linear"],
  serde: ["scenario", "wasm", "lens"],
  serde_json: ["scenario", "linear", "cli", "wasm"],
};

/**
 * @param {object} metadata what `cargo metadata` prints
 * @returns {string[]} one sentence per broken wall
 */
export function absencesBroken(metadata) {
  const nameOf = new Map(metadata.packages.map(({ id, name }) => [id, name]));
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const members = metadata.workspace_members.map((id) => ({ id, name: nameOf.get(id) }));
  const own = new Set(members.map(({ name }) => name));
  const broken = [];
  for (const { id, name } of members) {
    const named = direct(nodes.get(id)).map((to) => nameOf.get(to));
    const reached = reach(nodes, id).map((to) => nameOf.get(to));
    for (const other of named) {
      if (own.has(other) && !(MAY_NAME[name] ?? []).includes(other)) {
        broken.push(`${name} may not depend on ${other}`);
      }
      if (Object.hasOwn(OWNER, other) && !OWNER[other].includes(name)) {
        broken.push(`${name} may not name ${other}; only ${OWNER[other].join(" and ")} does`);
      }
    }
    if (name === "sim") {
      const foreign = reached.filter((other) => !GENERATOR.includes(other));
      for (const other of foreign)
        broken.push(`sim may depend on its generator only, not ${other}`);
    }
    if (["sim", "model", "kv", "pd", "cluster", "scenario"].includes(name)) {
      for (const other of ["wasm-bindgen", "js-sys", "tokio", "clap"]) {
        if (reached.includes(other)) broken.push(`${name} may not reach ${other}`);
      }
    }
  }
  return broken;
}

/** Normal and build dependencies; what only the tests use is free. */
function direct(node) {
  return node.deps
    .filter(({ dep_kinds: kinds }) => kinds.some(({ kind }) => kind !== "dev"))
    .map(({ pkg }) => pkg);
}

function reach(nodes, start) {
  const seen = new Set();
  const queue = direct(nodes.get(start));
  while (queue.length > 0) {
    const id = queue.pop();
    if (seen.has(id)) continue;
    seen.add(id);
    queue.push(...direct(nodes.get(id)));
  }
  return [...seen];
}

export async function checkAbsences() {
  const args = ["metadata", "--format-version", "1", "--locked"];
  const { code, out, err } = await output("cargo", args);
  if (code !== 0) throw new Stop(`cargo metadata failed: ${err.trim()}`);
  const broken = absencesBroken(JSON.parse(out));
  if (broken.length > 0) {
    console.log(broken.join("\n"));
    throw new Stop("The crates reach what they must not; the list is above.");
  }
  console.log("The crates reach only what they may.");
}

if (isMain(import.meta.url)) await main(checkAbsences);
