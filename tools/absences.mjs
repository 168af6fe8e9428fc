/**
 * What the crates must not reach, proven from cargo's own resolution: the kernel knows nothing
 * but its generator, the model, the key-value part and the placement driver's decisions link no
 * Raft, no run reaches the browser's glue, only the cluster and transcripts name raft.
 */

import { EXTENSION } from "./python.mjs";
import { isMain, main, output, Stop } from "./steps.mjs";

const GENERATOR = ["rand_core", "rand_pcg"];
/** Crate -> crates that it may name in its own Cargo.toml among those of the workspace. */
const MAY_NAME = {
  sim: [],
  model: ["sim"],
  kv: ["sim", "model"],
  pd: ["sim", "model", "kv"],
  cluster: ["sim", "model", "kv", "pd"],
  read_derive: [],
  text: ["sim", "model"],
  format: ["sim", "model", "text", "read_derive"],
  report: ["sim", "model", "text", "format"],
  documents: ["sim", "model", "text", "format", "report"],
  futures: ["sim", "model", "text", "format", "report", "documents"],
  import: ["text", "format", "documents"],
  record: ["sim", "model"],
  observe: ["sim", "model", "text", "format", "report", "record"],
  explain: ["sim", "model", "text", "format", "documents", "record"],
  run: [
    "sim",
    "model",
    "text",
    "format",
    "report",
    "documents",
    "record",
    "observe",
    "futures",
    "cluster",
  ],
  linear: [],
  experiments: [
    "sim",
    "model",
    "text",
    "format",
    "report",
    "documents",
    "observe",
    "run",
    "cluster",
    "linear",
  ],
  python: ["experiments"],
  advice: ["sim", "model", "text", "format", "report", "documents"],
  transcript: [],
  walls: [],
  wasm_engine: ["text", "report", "documents", "run"],
  wasm_tools: [
    "model",
    "text",
    "format",
    "report",
    "documents",
    "record",
    "explain",
    "advice",
    "futures",
    "import",
    "linear",
  ],
  cli: [
    "text",
    "format",
    "report",
    "documents",
    "record",
    "observe",
    "explain",
    "run",
    "linear",
    "experiments",
    "futures",
    "import",
    "model",
    "advice",
    "transcript",
  ],
};
/** Crates that never link Raft, however far one follows what they name. */
const WITHOUT_RAFT = [
  "kv",
  "pd",
  "observe",
  "explain",
  "advice",
  "futures",
  "import",
  "wasm_tools",
];
/** Crates whose types cross to the page as they are. */
const CROSSING = [
  "model",
  "record",
  "observe",
  "explain",
  "run",
  "advice",
  "futures",
  "import",
  "linear",
];
/** Crate -> the crates that alone may name it. */
const OWNER = {
  raft: ["cluster", "transcript"],
  "raft-proto": ["cluster"],
  slog: ["cluster", "transcript"],
  "wasm-bindgen": ["wasm_engine", "wasm_tools"],
  // A column is a typed array on wasm32; natively nothing of it is linked, and nothing else is.
  "js-sys": ["record", "wasm_engine", "wasm_tools"],
  "web-sys": ["wasm_engine", "wasm_tools"],
  clap: ["cli"],
  parquet: ["experiments"],
  pyo3: ["python"],
  "clojure-reader": ["linear"],
  "saphyr-parser": ["import"],
  "serde-wasm-bindgen": ["record", "wasm_engine", "wasm_tools"],
  serde: [
    ...CROSSING,
    "text",
    "format",
    "report",
    "documents",
    "experiments",
    "wasm_engine",
    "wasm_tools",
  ],
  "ts-rs": [...CROSSING, "text", "format", "report", "documents", "wasm_engine"],
  serde_json: [
    "format",
    "report",
    "documents",
    "explain",
    "run",
    "linear",
    "experiments",
    "advice",
    "futures",
    "import",
    "cli",
    "wasm_engine",
    "wasm_tools",
  ],
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
    if (WITHOUT_RAFT.includes(name) && reached.includes("raft")) {
      broken.push(`${name} may not reach raft`);
    }
    if (!["wasm_engine", "wasm_tools", "cli"].includes(name)) {
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

/**
 * Ours, because cargo-deny can say who may name a crate, but not that one reaches nothing else, and
 * takes minutes to compile (docs/design/tooling.md has the figure).
 */
export async function checkAbsences() {
  // As natively built: only on wasm32 do columns become typed arrays.
  const host = /^host: (.+)$/m.exec((await output("rustc", ["-vV"])).out)?.[1] ?? "";
  const args = ["metadata", "--format-version", "1", "--locked", "--filter-platform", host];
  // What Python's module is made of is there only when it is asked for.
  args.push("--features", EXTENSION);
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
