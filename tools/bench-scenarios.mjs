/**
 * What whole scenarios take, every variant from beginning to end: in each another part of the engine
 * is what there is most of, and the load run shows none of them. Native figures hold the start of the
 * program.
 */

import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./steps.mjs";

const SCENARIOS = [
  "metastable", // overload, thousands of reads that wait
  "ycsb-s4", // long scans over shared links
  "two-cities", // links shared segment by segment
  "same-city",
  "affinity-flapping", // leaders and replicas that move
  "lose-a-zone",
];
const ROUNDS = 3;

/** @param atlas runs the program @param Playground of the module */
export async function scenariosRows(atlas, Playground) {
  const rows = [];
  for (const id of SCENARIOS) {
    const file = path.join(ROOT, "public", "scenarios", `${id}.json`);
    const text = fs.readFileSync(file, "utf8");
    const fastest = { native: Number.POSITIVE_INFINITY, wasm: Number.POSITIVE_INFINITY };
    // Turn and turn about: what else the machine does, it does to both.
    for (let round = 0; round < ROUNDS; round++) {
      fastest.native = Math.min(fastest.native, await took(() => atlas(["digest", file])));
      fastest.wasm = Math.min(fastest.wasm, await took(() => play(Playground, text)));
    }
    rows.push({
      what: `${id}, native and WASM in Node`,
      value: `${fastest.native.toFixed(0)} and ${fastest.wasm.toFixed(0)} ms`,
      goal: "",
    });
  }
  return rows;
}

/** Every variant to its end. */
function play(Playground, text) {
  const { variants = {} } = JSON.parse(text);
  const ids = Object.keys(variants);
  for (const id of ids.length === 0 ? [""] : ids) {
    const playground = new Playground(text, id, undefined);
    playground.advance(playground.world().duration_us, 1e9);
    playground.free();
  }
}

/** ms. */
async function took(act) {
  const began = performance.now();
  await act();
  return performance.now() - began;
}
