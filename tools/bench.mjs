/**
 * `npm run bench`: the figures that the project promises, measured in one run on this machine.
 * Ratios, because a machine's speed is nobody's promise; never part of a test.
 * Words as arguments choose; ray runs by its name alone.
 */

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import v8 from "node:v8";
import vm from "node:vm";
import { benchCapacity } from "./bench-capacity.mjs";
import { benchClass } from "./bench-class.mjs";
import { labRows, readRows } from "./bench-lab.mjs";
import { benchPage } from "./bench-page.mjs";
import { benchRay } from "./bench-ray.mjs";
import { rangesRows, storesRows } from "./bench-scale.mjs";
import { scenariosRows } from "./bench-scenarios.mjs";
import { benchSpaceTime } from "./bench-spacetime.mjs";
import { benchSweeps } from "./bench-sweeps.mjs";
import { benchTime } from "./bench-time.mjs";
import { benchTwin } from "./bench-twin.mjs";
import { build } from "./build.mjs";
import { buildWasm, PKG } from "./build-wasm.mjs";
import { sizes } from "./check-size.mjs";
import { environment, isMain, main, output, ROOT, run, Stop } from "./steps.mjs";

const ROUNDS = 3;
const LOAD_US = 4_000_000;
const PACE_US = 600_000_000;
const SCALE = { ranges: [10, 100, 1000], fromUs: 1_000_000, untilUs: 5_000_000 };
const ASLEEP = { fromUs: 60_000_000, untilUs: 260_000_000 };
const CAPACITY = {
  fromUs: 300_000,
  untilUs: 1_300_000,
  file: "public/scenarios/million-reads.json",
};
const QUIET_US = { from: 60_000_000, until: 660_000_000 };

async function bench(args) {
  const wanted = (part) => args.length === 0 || args.includes(part);
  const rows = [];
  await run("cargo", ["build", "--release", "--quiet", "-p", "cli"]);
  let native = null;
  if (wanted("engine") || wanted("module")) {
    console.log("The engine, native …");
    native = JSON.parse(await atlas(["bench", "engine"]));
    rows.push(...engineRows(native));
    rows.push(...recordRows(JSON.parse(await atlas(["bench", "record"]))));
  }
  if (wanted("capacity")) {
    console.log("A million reads a second, native, in Node, and in headless Chromium …");
    await buildWasm();
    rows.push(...(await capacityRows(JSON.parse(await atlas(["bench", "capacity"])))));
    await build({ onlyWhenChanged: true });
    rows.push(...(await benchCapacity(await document("million-reads"))));
  }
  if (wanted("lab")) {
    console.log("The replication lab, native …");
    rows.push(...labRows(JSON.parse(await atlas(["bench", "lab"]))));
  }
  if (wanted("reads")) {
    console.log("The read lab, native …");
    rows.push(...readRows(JSON.parse(await atlas(["bench", "reads"]))));
  }
  if (wanted("module")) {
    console.log("The module, in Node …");
    await buildWasm();
    rows.push(...(await moduleRows(native)));
  }
  if (wanted("ranges") || wanted("stores")) {
    console.log("Many ranges and many stores, native and in Node …");
    await buildWasm();
    for (const part of ["ranges", "stores"].filter(wanted)) {
      const rowsOf = part === "ranges" ? rangesRows : storesRows;
      const measured = JSON.parse(await atlas(["bench", part]));
      rows.push(...(await rowsOf(measured, await scaleModule(part))));
    }
  }
  if (wanted("scenarios")) {
    console.log("Scenarios that ship, all variants, native and in Node …");
    await buildWasm();
    rows.push(...(await scenariosRows(atlas, (await loadModule()).Playground)));
  }
  if (wanted("page")) {
    await build({ onlyWhenChanged: true });
    console.log("The page, in headless Chromium …");
    rows.push({
      what: "weight: the first minute, as served",
      value: kib(sizes().reduce((total, file) => total + file.served, 0)),
      goal: "under 800 KiB",
    });
    rows.push(
      ...(await benchPage({
        manyInFlight: await document("flights"),
        pace: await document("pace"),
      })),
    );
  }
  if (wanted("time")) {
    await build({ onlyWhenChanged: true });
    console.log("Back in time, in headless Chromium …");
    rows.push(
      ...(await benchTime({ pace: await document("pace"), quiet: await document("quiet") })),
    );
  }
  if (wanted("twin")) {
    await build({ onlyWhenChanged: true });
    console.log("Two runs, in headless Chromium …");
    rows.push(...(await benchTwin({ pace: await document("pace") })));
  }
  if (wanted("spacetime")) {
    await build({ onlyWhenChanged: true });
    console.log("The space-time diagram, in headless Chromium …");
    const [pace, flights] = [await document("pace"), await document("flights")];
    rows.push(...(await benchSpaceTime({ pace, flights })));
  }
  if (wanted("sweeps")) {
    await build({ onlyWhenChanged: true });
    console.log("A sweep's runs, in headless Chromium …");
    rows.push(...(await benchSweeps()));
  }
  // It fetches Ray and builds a package: only where it is asked for by name.
  if (args.includes("ray")) {
    console.log("Sweeps on a Ray cluster of two nodes on this machine …");
    rows.push(...(await benchRay(targetFolder())));
  }
  if (wanted("class")) {
    await build({ onlyWhenChanged: true });
    console.log("A class of 200, in Node and headless Chromium …");
    rows.push(...(await benchClass()));
  }
  print(rows);
}

function engineRows(native) {
  const [few, , many] = native.scale;
  return [
    {
      what: "engine against bare raft-rs, messages/s",
      value: `${native.engine_against_bare.toFixed(2)} (${native.engine_ns_per_message.toFixed(0)} ns a message against ${native.bare_ns_per_message.toFixed(0)})`,
      goal: "at least 0.55",
    },
    {
      what: "the same, and nobody watches",
      value: `${native.unwatched_against_bare.toFixed(2)} (${native.unwatched_ns_per_message.toFixed(0)} ns a message)`,
      goal: "at least 0.7",
    },
    {
      what: "events a Raft message of that run",
      value: native.events_per_message.toFixed(2),
      goal: "",
    },
    {
      what: "speed, native, 600 s at 100 writes/s",
      value: `${native.pace.simulated_per_wall.toFixed(0)} simulated s per wall s`,
      goal: "",
    },
    {
      what: "scale, native, cost per event, 1,000 ranges over 10",
      value: `${(many.ns_per_event / few.ns_per_event).toFixed(2)} (${native.scale.map((s) => `${s.ns_per_event.toFixed(0)} ns`).join(", ")})`,
      goal: "under 1.3",
    },
    {
      what: "the same of bare raft-rs, cost per message",
      value: `${(many.bare_ns_per_message / few.bare_ns_per_message).toFixed(2)} (${native.scale.map((s) => `${s.bare_ns_per_message.toFixed(0)} ns`).join(", ")})`,
      goal: "",
    },
  ];
}

function recordRows(record) {
  const ns = (figure) => `${figure.toFixed(0)} ns`;
  return [
    {
      what: "recording of causes, engine throughput, on over off",
      value: `${record.throughput_recorded.toFixed(2)} (${ns(record.ns_per_event_recorded)} an event against ${ns(record.ns_per_event)}, ${record.rows_per_event.toFixed(1)} rows each)`,
      goal: "at least 0.95",
    },
    {
      what: "the same with all rows handed over as columns",
      value: record.throughput_handed_over.toFixed(2),
      goal: "",
    },
  ];
}

async function capacityRows(native) {
  const speed = (figure, nsPerRead) =>
    `${figure.toFixed(2)} simulated s per wall s (${nsPerRead.toFixed(0)} ns a read)`;
  const { Playground } = await loadModule();
  const text = await document("million-reads");
  const { fromUs, untilUs, file } = CAPACITY;
  const { ms } = best(() => timeRun(Playground, text, fromUs, untilUs));
  const args = ["run", "--release", "--quiet", "-p", "run", "--example", "allocations", "--", file];
  const { code, out, err } = await output("cargo", args, { env: environment() });
  if (code !== 0) throw new Stop(`cargo ${args.join(" ")} failed: ${err}`);
  const { allocations, events } = JSON.parse(out);
  return [
    {
      what: "million-reads, native",
      value: speed(native.simulated_per_wall, native.ns_per_read),
      goal: "at least 2.5",
    },
    {
      what: "the same, and nobody watches",
      value: native.unwatched_per_wall.toFixed(2),
      goal: "",
    },
    {
      what: "million-reads, WASM in Node",
      value: speed((untilUs - fromUs) / 1e3 / ms, (ms * 1e6) / native.reads),
      goal: "at least 1.0",
    },
    {
      what: "events a read",
      value: native.events_per_read.toFixed(2),
      goal: "about 2",
    },
    {
      what: "allocations an event, in the second half of the run",
      value: (allocations / events).toFixed(4),
      goal: "under 0.05",
    },
  ];
}

async function moduleRows(native) {
  const { Playground } = await loadModule();
  const loadText = await document("load");
  const paceText = await document("pace");
  const rows = [];
  const loadMs = best(() => timeRun(Playground, loadText, 0, LOAD_US)).ms;
  rows.push({
    what: "WASM against native, the load run, wall time",
    value: `${(native.load.wall_ms / loadMs).toFixed(2)} (${native.load.wall_ms.toFixed(0)} ms against ${loadMs.toFixed(0)} ms)`,
    goal: "at least 0.6",
  });
  const pace = best(() => timeRun(Playground, paceText, 0, PACE_US));
  rows.push({
    what: "speed, WASM in Node, 600 s at 100 writes/s",
    value: `${(PACE_US / 1e3 / pace.ms).toFixed(0)} simulated s per wall s`,
    goal: "at least 200",
  });
  const costs = [];
  for (const ranges of SCALE.ranges) {
    const text = await document(`ranges-${ranges}`);
    const timed = best(() => timeRun(Playground, text, SCALE.fromUs, SCALE.untilUs));
    costs.push((timed.ms * 1e6) / timed.events);
  }
  rows.push({
    what: "scale, WASM, cost per event, 1,000 ranges over 10",
    value: `${(costs[2] / costs[0]).toFixed(2)} (${costs.map((c) => `${c.toFixed(0)} ns`).join(", ")})`,
    goal: "under 1.3",
  });
  rows.push(await hibernationRow(Playground));
  rows.push(await memoryRow());
  return rows;
}

/** A thousand ranges of three replicas that nobody uses, asleep. */
async function hibernationRow(Playground) {
  const text = await document("hibernating");
  const { fromUs, untilUs } = ASLEEP;
  const { ms } = best(() => timeRun(Playground, text, fromUs, untilUs));
  return {
    what: "hibernation, WASM, 1,000 ranges × 3, quiet",
    value: `${((untilUs - fromUs) / 1e3 / ms).toFixed(0)} simulated s per wall s`,
    goal: "at least 50",
  };
}

/**
 * Growth of a module's memory and of this process's heap while a quiet cluster is watched. The module
 * is an instance of its own: what a larger run left free would hide its growth.
 */
async function memoryRow() {
  const { Playground, memory } = await loadModule("quiet");
  const playground = new Playground(await document("quiet"), "", undefined);
  const request = { range: 0, notable_after: 0, series_after: -1 };
  const watchUntil = (us) => {
    for (let at = playground.now_us(); at <= us; at += 100_000) {
      playground.advance(at, 1e9);
      playground.frame(request);
    }
  };
  watchUntil(QUIET_US.from);
  const before = memory.buffer.byteLength + heapBytes();
  watchUntil(QUIET_US.until);
  const grown = memory.buffer.byteLength + heapBytes() - before;
  playground.free();
  const seconds = (QUIET_US.until - QUIET_US.from) / 1e6;
  return {
    what: "memory, module and JS, growth per simulated second, quiet",
    value: `${(grown / seconds / 1024).toFixed(2)} KiB`,
    goal: "under 10 KB",
  };
}

/** The module in an instance of its own, so that its memory is that of these runs. */
async function scaleModule(name) {
  const { Playground, memory } = await loadModule(name);
  return {
    time: async (name, fromUs, untilUs) => {
      const text = await document(name);
      return best(() => timeRun(Playground, text, fromUs, untilUs));
    },
    memoryBytes: () => memory.buffer.byteLength,
  };
}

/** What is in use once what nobody holds is collected: garbage is no growth. */
function heapBytes() {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc");
  // What the first collection lets go of may hold more.
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

function timeRun(Playground, text, fromUs, untilUs) {
  const began = performance.now();
  const playground = new Playground(text, "", undefined);
  const buildMs = performance.now() - began;
  playground.advance(fromUs, 1e9);
  const start = performance.now();
  const events = playground.advance(untilUs, 1e9);
  const ms = performance.now() - start;
  playground.free();
  return { ms, events, buildMs };
}

/** The fastest of some rounds: noise only adds. */
function best(measure) {
  let fastest = null;
  for (let round = 0; round < ROUNDS; round++) {
    const timed = measure();
    if (fastest === null || timed.ms < fastest.ms) fastest = timed;
  }
  return fastest;
}

/** The module; of one more name, in one more instance. */
async function loadModule(name = "") {
  const { href } = pathToFileURL(path.join(PKG, "engine.js"));
  const engine = await import(name === "" ? href : `${href}?${name}`);
  const bytes = fs.readFileSync(path.join(PKG, "engine_bg.wasm"));
  const { memory } = engine.initSync({ module: bytes });
  return { Playground: engine.Playground, memory };
}

const documents = {};

/** A run of the benchmark, as a scenario file: the native and the WASM runs read the same. */
async function document(name) {
  documents[name] ??= await atlas(["bench", "--document", name]);
  return documents[name];
}

async function atlas(args) {
  const program = path.join(
    targetFolder(),
    "release",
    `raft-atlas${process.platform === "win32" ? ".exe" : ""}`,
  );
  const { code, out, err } = await output(program, args, { env: environment() });
  if (code !== 0) throw new Stop(`raft-atlas ${args.join(" ")} failed: ${err}`);
  return out;
}

function targetFolder() {
  return process.env.CARGO_TARGET_DIR ?? path.join(ROOT, "target");
}

function kib(bytes) {
  return `${(bytes / 1024).toFixed(0)} KiB`;
}

function print(rows) {
  const width = Math.max(...rows.map((row) => row.what.length));
  console.log("");
  for (const { what, value, goal } of rows) {
    console.log(`${what.padEnd(width)}  ${value}${goal === "" ? "" : `   (goal: ${goal})`}`);
  }
}

if (isMain(import.meta.url)) await main(bench);
