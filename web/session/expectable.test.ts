/** Figures that can be expected: metrics of the report, values in the unit shown. */
import { expect, it } from "vitest";

import type { Frame, World } from "@/engine/types";
import { expectablesOf, expectationOf } from "./expectable";

const WORLD = {
  variant: "leader",
  zones: [],
  kinds: [],
  workloads: [{ index: 0, id: "gets" }],
} as unknown as World;
const LOAD = {
  p50_us: 1_000,
  p95_us: 2_000,
  p99_us: 81_500,
  ok: 5,
  failed: 0,
  unknown: 0,
  stale: 2,
};
const FRAME = {
  workloads: [LOAD],
  bytes: new Float64Array(),
  usd: 0.25,
  elections: 1,
} as unknown as Frame;

const figure = (label: string) => {
  const found = expectablesOf(WORLD, FRAME).find((one) => one.label === label);
  if (found === undefined) throw new Error(`There is no figure ${label}.`);
  return found;
};

it("a latency is shown in ms and expected in µs, of the variant that runs", () => {
  const p99 = figure("gets: p99");
  expect(p99).toMatchObject({ unit: "ms", now: 81.5 });
  expect(expectationOf(p99, "at_most", 80)).toEqual({
    metric: "leader/workload.gets.p99_us",
    at_most: 80_000,
  });
});

it("counts and money are expected as they are shown", () => {
  expect(expectationOf(figure("gets: stale"), "at_most", 0)).toMatchObject({ at_most: 0 });
  expect(expectationOf(figure("Cost"), "at_least", 0.2)).toEqual({
    metric: "leader/usd",
    at_least: 0.2,
  });
});
