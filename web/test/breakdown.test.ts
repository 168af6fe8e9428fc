/** Where requests spent their time, on the real engine: parts add up, and name what is full. */

import { expect, it } from "vitest";

import { readRequests } from "@/model/requests/reader";
import { breakdownOf, statementUs } from "@/views/bottleneck/breakdown";
import { loadEngine, textOf } from "./realEngine";

const LOOK = { range: 0, notable_after: 0, series_after: -1 };

function recorded(variant: string) {
  const { engine } = loadEngine();
  const playground = new engine.Playground(textOf("ladder-tenth"), variant, 1);
  playground.advance(300_000, 1e9);
  playground.record(true);
  playground.advance(370_000, 1e9);
  const columns = playground.take_trace();
  const world = playground.world();
  const frame = playground.frame(LOOK);
  playground.free();
  const stories = readRequests(columns, world, Number.POSITIVE_INFINITY);
  const found = breakdownOf(stories, world, frame);
  if (found === undefined || found.tail === undefined) throw new Error("nothing was answered");
  return { world, frame, found, tail: found.tail };
}

it.each([
  ["rung-2", "balancer"],
  ["rung-3", "gateway"],
])("of %s most is waited for at the %s", (variant, kind) => {
  const { world, frame, found, tail } = recorded(variant);
  const sum = (parts: readonly { us: number }[]) => parts.reduce((all, { us }) => all + us, 0);
  expect(sum(found.mean)).toBeCloseTo(found.mean_us, 6);
  expect(sum(tail.parts)).toBe(tail.us);
  expect(tail.us).toBeGreaterThan(found.mean_us);
  const longest = found.mean.reduce((most, part) => (part.us > most.us ? part : most));
  expect(longest.kind).toBe(kind);
  expect(statementUs(world, frame)).toBe(450);
  expect(found.mean.map((part) => part.kind)).toEqual(
    expect.arrayContaining(["statement", "travel", "service", "answer"]),
  );
});
