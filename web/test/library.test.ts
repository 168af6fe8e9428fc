/** `@raft-atlas/engine`, from its sources: branches, reasons, figures, and what a closed run says. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import type { Figures } from "@/library/report";
import { loader } from "@/library/start";
import { ROOT, textOf } from "./realEngine";

const bytesOf = (crate: string, name: string) => async () =>
  new Uint8Array(fs.readFileSync(path.join(ROOT, "core", crate, "pkg", `${name}_bg.wasm`)));

const loadEngine = loader({
  engine: bytesOf("wasm_engine", "engine"),
  lens: bytesOf("wasm_tools", "wasm_tools"),
});

const CUT = { do: "cut", from: "Oregon", to: "Ohio" } as const;

/** A run in which a link was cut at 3 s, and which stands at 8 s. */
async function cutRun(record = false) {
  const run = (await loadEngine()).open(textOf("first-look"), { seed: 7, record });
  run.advanceTo(3_000_000);
  run.act(CUT);
  run.advanceTo(8_000_000);
  return run;
}

describe("a branch", () => {
  it("stands where its run stands, by the same events", async () => {
    const run = await cutRun();
    run.step();
    const branch = run.branch();
    expect([branch.us, branch.events, branch.digest()]).toEqual([run.us, run.events, run.digest()]);
    run.advanceTo(9_000_000);
    branch.advanceTo(9_000_000);
    expect(branch.digest()).toBe(run.digest());
    expect(branch.actions()).toEqual(run.actions());
  });

  it("of the past has what was done by then, and goes its own way", async () => {
    const run = await cutRun();
    const before = run.branch(2_000_000);
    expect(before.actions()).toEqual([]);
    const after = run.branch(3_000_001);
    expect(after.actions()).toHaveLength(1);
    before.advanceTo(8_000_000);
    after.advanceTo(8_000_000);
    expect(after.digest()).toBe(run.digest());
    expect(before.digest()).not.toBe(run.digest());
  });

  it("has what was done at this very instant, which is to happen yet", async () => {
    const run = (await loadEngine()).open(textOf("first-look"), { seed: 7 });
    run.advanceTo(3_000_000);
    run.act(CUT);
    const branch = run.branch();
    for (const one of [run, branch]) one.advanceTo(8_000_000);
    expect(branch.digest()).toBe(run.digest());
  });

  it("of the future is refused", async () => {
    const run = await cutRun();
    expect(() => run.branch(9_000_000)).toThrow("us: found 9000000, expected a whole number, 0 to");
  });
});

describe("why", () => {
  it("is answered from what was recorded, also of what happened since it was last asked", async () => {
    const run = await cutRun(true);
    const { short, steps } = await run.why({ role: { range: 0, node: 1 } });
    expect(short.map(({ text }) => text).join("")).toMatch(/\w/);
    expect(steps.length).toBeGreaterThan(0);
    run.act({ do: "crash", store: "s2" });
    run.advanceTo(9_000_000);
    const [request] = run.frame().requests;
    const asked = request === undefined ? { no_leader: 0 } : { request: request.id };
    expect((await run.why(asked)).question.length).toBeGreaterThan(0);
  });

  it("says what is missing where nothing is recorded", async () => {
    const run = await cutRun();
    await expect(run.why({ no_leader: 0 })).rejects.toThrow("open it with record: true");
  });

  it("changes nothing in the run", async () => {
    expect((await cutRun(true)).digest()).toBe((await cutRun()).digest());
  });
});

describe("figures", () => {
  it("are named as the declarations name them", async () => {
    const run = await cutRun();
    const named: Record<keyof Figures, true> = {
      digest: true,
      simulated_us: true,
      events: true,
      messages: true,
      elections: true,
      proves: true,
      settings: true,
      settings_changes: true,
      decisions: true,
      window: true,
      bytes: true,
      crossings: true,
      wire: true,
      usd: true,
      usd_payload: true,
      money: true,
      commit: true,
      workload: true,
      latency: true,
      zones: true,
      modes: true,
      leader_cpu_share: true,
      sampled: true,
      checks: true,
      moments: true,
      resources: true,
      bottleneck: true,
      state: true,
      refused: true,
    };
    const figures = run.figures();
    expect(Object.keys(figures).sort()).toEqual(Object.keys(named).sort());
    expect(figures.digest).toBe(run.digest());
    const [workload] = Object.values(figures.workload);
    expect(workload?.ok).toBeGreaterThan(0);
    expect(workload?.p99_us).toBeGreaterThan(0);
    const { variants, ...rest } = run.report();
    expect(Object.keys(variants)).toEqual(["run"]);
    expect(Object.keys(rest).sort()).toEqual(["build", "expect", "format", "seed", "title"]);
  });
});

it("a closed run says that it is closed, and may be closed again", async () => {
  const run = await cutRun();
  run.close();
  run.close();
  const closed = "This run is closed";
  expect(() => run.us).toThrow(closed);
  expect(() => run.digest()).toThrow(closed);
  expect(() => run.act(CUT)).toThrow(closed);
  expect(() => run.branch()).toThrow(closed);
  const recorded = await cutRun(true);
  recorded.close();
  await expect(recorded.why({ no_leader: 0 })).rejects.toThrow(closed);
});
