/**
 * The page's example of a sweep: read as the command line tells it, and the run behind a row is, in
 * the page's engine, the row's run.
 */

import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import * as lens from "wasm_tools";

import { effectsOn } from "@/model/sweeps/points";
import { type Runs, readRuns, settingsOf } from "@/session/sweeps/readRuns";
import { loadEngine, ROOT } from "./realEngine";

async function example(): Promise<Runs> {
  const bytes = fs.readFileSync(path.join(ROOT, "public", "sweeps", "read-modes.parquet"));
  return readRuns("example", new Uint8Array(bytes).buffer);
}

it("has every run, the axes of its sweep, and its figures", async () => {
  const runs = await example();
  expect(runs.sweep.title).toBe("How to read from far away");
  expect(runs.count).toBe(240);
  expect(runs.axes.map(({ label, steps }) => [label, steps])).toEqual([
    ["mode", ["leader", "lease", "follower", "closest-adaptive", "proxy", "stale"]],
    ["leaders", ["s1", "s2", "s3"]],
    ["compression", ["none", "lz4"]],
    ["age", ["1s", "2s", "3s"]],
  ]);
  // Its network and its load are the same in all of them.
  expect(runs.circumstances).toEqual([]);
  expect(runs.figures.map(({ name }) => name)).toEqual([
    "money.per_month",
    "workload.west.p99_us",
    "workload.west.max_staleness_us",
    "workload.west.failed",
    "workload.writes.p99_us",
  ]);
  expect(runs.others).toContain("events");
  const events = await runs.figure("events");
  expect(events.values.every((value) => value > 1_000)).toBe(true);
});

it("marks the points that `raft-atlas sweep report` marks", async () => {
  const { points } = await example();
  expect(points).toHaveLength(48);
  expect(points.filter(({ keeps }) => keeps)).toHaveLength(32);
  const best = points.filter(({ isBest }) => isBest).map(({ point }) => point);
  expect(best).toEqual([7, 13, 19, 33, 39]);
});

it("finds that the mode and the place of leaders move the latency of far readers", async () => {
  const { axes, figures } = await example();
  const p99 = figures[1];
  if (p99 === undefined) throw new Error("no such figure");
  expect(effectsOn(p99, axes).map(({ axis }) => axis.label)[0]).toMatch(/mode|age/);
});

it("opens each of some rows as the run that the row tells", async () => {
  const runs = await example();
  const { engine } = loadEngine();
  lens.initSync({
    module: fs.readFileSync(path.join(ROOT, "core", "wasm_tools", "pkg", "wasm_tools_bg.wasm")),
  });
  for (const run of [0, 67, 171, 239]) {
    const { set, variant, label } = settingsOf(runs, run);
    const seed = runs.seed[run] ?? 0;
    const file = lens.at_point(runs.scenario, variant, seed, set, label);
    const playground = new engine.Playground(file, variant, seed);
    const { duration_us } = playground.world();
    while (playground.advance(duration_us, 1_000_000) >= 1_000_000);
    expect([run, JSON.parse(playground.report(undefined)).variants.run.digest]).toEqual([
      run,
      runs.digest[run],
    ]);
    playground.free();
  }
});

it("says what it found where there are no runs", async () => {
  await expect(readRuns("x", new TextEncoder().encode("no Parquet at all").buffer)).rejects.toThrow(
    /Found no Parquet file/,
  );
});
