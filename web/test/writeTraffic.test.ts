/** What writes send, on runs of the real engine: nothing is counted twice, nothing is invented. */

import { beforeAll, describe, expect, it } from "vitest";
import type { World } from "@/engine/types";
import type { EngineLike } from "@/engine/worker/engineLike";
import { readRequests } from "@/model/requests/reader";
import { viewOf } from "@/model/requests/view";
import {
  bytesBetweenZones,
  readWriteTraffic,
  savedBetweenZones,
  shareOf,
} from "@/model/requests/writeTraffic";
import { ROW } from "@/model/trace";
import { aThirdOf } from "./long";
import { loadEngine, publicScenarios, textOf } from "./realEngine";
import { traceColumns } from "./traces";

let engine: EngineLike;

beforeAll(() => {
  engine = loadEngine().engine;
});

function recorded(text: string, seed: number, variant = "") {
  const playground = new engine.Playground(text, variant, seed);
  const world = playground.world();
  playground.record(true);
  playground.advance(3_000_000, 1e9);
  const columns = playground.take_trace();
  playground.free();
  const stories = readRequests(columns, world, Number.POSITIVE_INFINITY);
  return { world, columns, writes: readWriteTraffic(columns, world, stories, 1e15) };
}

describe("what a write sends", () => {
  it("is a request, an append to each other replica, their acknowledgements and an answer", () => {
    const { world, writes } = recorded(textOf("first-look"), 1);
    const done = writes.filter(({ story }) => story.outcome === "ok");
    expect(done.length).toBeGreaterThan(3);
    const idOf = (type: number) => world.message_types[type]?.id;
    for (const { crossings, story } of done) {
      const ids = crossings.map(({ type }) => idOf(type));
      // One more for each refusal.
      expect(ids.filter((id) => id === "WriteRequest").length).toBe(
        1 + ids.filter((id) => id === "Refusal").length,
      );
      expect(ids.filter((id) => id === "WriteResponse")).toHaveLength(1);
      const appends = crossings.filter(({ type }) => idOf(type) === "MsgAppend");
      expect(new Set(appends.map(({ to }) => to)).size).toBe(2);
      for (const { at_us } of crossings) expect(at_us).toBeGreaterThanOrEqual(story.asked.at_us);
    }
  });

  it("crosses between cities twice, and with a delegate once, on the way that the map shows", () => {
    const acrossWith = (variant: string): number[] => {
      const { world, columns, writes } = recorded(textOf("follower-replication"), 1, variant);
      const done = writes.filter(({ story }) => story.outcome === "ok").slice(3);
      expect(done.length).toBeGreaterThan(3);
      const across = done.map(
        ({ story }) =>
          viewOf(story, columns, world, 1e15, undefined).hops.filter(({ crosses }) => crosses)
            .length,
      );
      return [...new Set(across)];
    };
    expect(acrossWith("direct-1k")).toEqual([2]);
    expect(acrossWith("relay-1k")).toEqual([1]);
  });

  it("never adds up to more than the messages' own bytes, in any scenario", () => {
    for (const { text } of aThirdOf(publicScenarios(), 0)) {
      const { columns, writes } = recorded(text, 3);
      const parts = new Map<number, number>();
      for (const crossing of writes.flatMap(({ crossings }) => crossings)) {
        const before = parts.get(crossing.flight) ?? 0;
        parts.set(crossing.flight, before + shareOf(crossing));
      }
      for (let row = 0; row < columns.count; row += 1) {
        if (columns.what[row] !== ROW.SENT) continue;
        const part = parts.get(columns.flight[row] ?? 0) ?? 0;
        expect(part).toBeLessThanOrEqual((columns.a[row] ?? 0) + 1e-6);
      }
    }
  });
});

/** A world of two zones: gateway 0 and store 1 here, stores 2 and 3 there. */
const WORLD = {
  nodes: [{ zone: 0 }, { zone: 0 }, { zone: 1 }, { zone: 1 }],
  kinds: [{ id: "write" }, { id: "append" }, { id: "ack" }],
  message_types: [{ id: "WriteRequest" }, { id: "RelayAppend" }, { id: "MsgAppendResponse" }],
} as unknown as World;

describe("what a feature spared a write", () => {
  it("is its share of what its messages spared between zones, and of no other's", () => {
    const story = { asked: { id: 5, op: "put", range: 1 }, attempts: [{ index: 11 }] };
    const relay = { what: ROW.SENT, node: 1, other: 2, range: 1, flags: 1 | (1 << 8) };
    const columns = traceColumns([
      // Entries 10 and 11 in one message, which spared the same again to store 3.
      { event: 2, ...relay, flight: 7, numbers: [400, 0, 0, 0, 9, 2] },
      { event: 2, what: ROW.SAVED, flight: 7, numbers: [360] },
      { event: 2, what: ROW.SAVED, flight: 7, flags: 1, numbers: [40] },
      // Another range's.
      { event: 3, ...relay, range: 2, flight: 8, numbers: [400, 0, 0, 0, 9, 2] },
      { event: 3, what: ROW.SAVED, flight: 8, numbers: [999] },
      // Inside a zone nothing is spared between zones.
      { event: 4, ...relay, node: 2, other: 3, flight: 9, numbers: [400, 0, 0, 0, 9, 2] },
      { event: 4, what: ROW.SAVED, flight: 9, numbers: [50] },
    ]);
    const [write] = readWriteTraffic(columns, WORLD, [story as never], 9);
    if (write === undefined) throw new Error("No write was read.");
    expect(write.crossings.map(({ flight }) => flight)).toEqual([7, 9]);
    expect(bytesBetweenZones(write)).toBe(200);
    expect([savedBetweenZones(write), savedBetweenZones(write, 0)]).toEqual([200, 180]);
  });
});
