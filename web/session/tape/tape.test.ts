import { describe, expect, it } from "vitest";
import type { TapePiece } from "@/engine/tape";
import { NO_NODE, ROW } from "@/model/trace";
import { type RowLike, traceColumns } from "@/test/traces";
import { Reel } from "./tape";

/** What a worker says that recorded from after one event to another. */
function piece(afterEvent: number, toEvent: number, rows: RowLike[]): TapePiece {
  const columns = rows.length === 0 ? [] : [traceColumns(rows)];
  return { afterEvent, afterUs: afterEvent * 1_000, toEvent, toUs: toEvent * 1_000, columns };
}

/** One row for each event from one to another. */
function each(from: number, to: number): RowLike[] {
  return Array.from({ length: to - from + 1 }, (_, i) => ({ event: from + i }));
}

function eventsOn(reel: Reel): number[] {
  const tape = reel.tape();
  expect(tape?.columns.event).toHaveLength(tape?.count ?? 0);
  return [...(tape?.columns.event ?? [])];
}

function reelWith(...pieces: TapePiece[]): Reel {
  const reel = new Reel();
  reel.take(pieces);
  return reel;
}

const SENT = { what: ROW.SENT, node: 0, other: 1, range: 3, flags: 1 | (4 << 8) | (1 << 24) };

describe("a tape", () => {
  it("is none before the worker has said anything", () => {
    expect(new Reel().tape()).toBeNull();
  });

  it("goes on where the piece before ended, and takes nothing twice", () => {
    const reel = reelWith(piece(0, 4, each(1, 4)), piece(2, 6, each(3, 6)));
    expect(eventsOn(reel)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(reel.tape()).toMatchObject({ fromEvent: 1, fromUs: 0, toEvent: 6, toUs: 6_000 });
  });

  it("knows events that left no row", () => {
    const reel = reelWith(piece(4, 9, []), piece(9, 9, []));
    expect(reel.tape()).toMatchObject({ count: 0, fromEvent: 5, toEvent: 9 });
  });

  it("begins anew after a gap", () => {
    const reel = reelWith(piece(0, 4, each(1, 4)), piece(8, 9, each(9, 9)));
    expect(eventsOn(reel)).toEqual([9]);
    expect(reel.tape()).toMatchObject({ fromEvent: 9, fromUs: 8_000 });
  });

  it("is made longer into the past, and keeps its known future", () => {
    const reel = reelWith(piece(5, 9, each(6, 9)), piece(1, 7, each(2, 7)));
    expect(eventsOn(reel)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(reel.tape()).toMatchObject({ fromEvent: 2, toEvent: 9 });
  });

  it("loses what came after the past was changed, and goes on from there", () => {
    const reel = reelWith(piece(0, 9, each(1, 9)));
    reel.cut(4);
    expect(eventsOn(reel)).toEqual([1, 2, 3, 4]);
    reel.take([piece(4, 6, each(5, 6))]);
    expect(eventsOn(reel)).toEqual([1, 2, 3, 4, 5, 6]);
    reel.cut(20);
    expect(reel.tape()?.toEvent).toBe(6);
  });

  it("is gone when the past is changed before it begins", () => {
    const reel = reelWith(piece(5, 9, each(6, 9)));
    reel.cut(3);
    expect(reel.tape()).toBeNull();
  });

  it("drops the older half when it is full, and never a part of an event", () => {
    const reel = new Reel(8);
    const rows = each(1, 9).flatMap((row) => [row, row]);
    reel.take([piece(0, 9, rows)]);
    const events = eventsOn(reel);
    expect(events.length).toBeLessThanOrEqual(8);
    expect(events.at(-1)).toBe(9);
    const from = reel.tape()?.fromEvent ?? 0;
    expect(events).toEqual(rows.map(({ event }) => event).filter((event) => event >= from));
  });

  it("is the same object until something changes", () => {
    const reel = reelWith(piece(0, 4, each(1, 4)));
    const before = reel.tape();
    reel.take([piece(1, 3, [])]);
    reel.cut(4);
    expect(reel.tape()).toBe(before);
    reel.take([piece(4, 5, [])]);
    expect(reel.tape()).not.toBe(before);
  });
});

describe("a tape's messages", () => {
  const rows: RowLike[] = [
    { ...SENT, event: 1, cause: 7, flight: 11, request: 5, numbers: [99, 40, 3_500, 2, 8, 1] },
    { ...SENT, event: 2, flight: 12, numbers: [10, 40, 9_000] },
    { event: 3, what: ROW.DELIVERED, flight: 11, atUs: 3_500 },
    { event: 4, what: ROW.DIED, flight: 12, flags: 1 },
    { event: 5, what: ROW.DELIVERED, flight: 4 },
  ];

  it("say when they left, when they ended and what came of them", () => {
    const { messages } = reelWith(piece(0, 5, rows)).tape() ?? {};
    expect(messages?.count).toBe(2);
    const at = (place: number) =>
      Object.fromEntries(
        Object.entries(messages ?? {}).map(([name, column]) => [
          name,
          typeof column === "number" ? column : column[place],
        ]),
      );
    expect(at(0)).toMatchObject({ flight: 11, sentUs: 1_000, endUs: 3_500, endEvent: 3 });
    expect(at(0)).toMatchObject({ sentEvent: 1, cause: 7, from: 0, to: 1, type: 1, kind: 4 });
    expect(at(0)).toMatchObject({ outcome: 1, reject: 1, range: 3, bytes: 99, framing: 40 });
    expect(at(0)).toMatchObject({ term: 2, index: 8, entries: 1, request: 5 });
    expect(at(1)).toMatchObject({ outcome: 3, endUs: 4_000, endEvent: 4 });
  });

  it("are on their way again when their end did not happen", () => {
    const reel = reelWith(piece(0, 5, rows));
    reel.cut(3);
    const { messages } = reel.tape() ?? {};
    expect([...(messages?.outcome ?? [])]).toEqual([1, 0]);
    expect([...(messages?.endEvent ?? [])]).toEqual([3, 0]);
    expect(messages?.endUs[1]).toBe(9_000);
  });

  it("go with the rows of their departure", () => {
    const reel = new Reel(4);
    reel.take([piece(0, 5, [...rows, { ...SENT, event: 6, flight: 13, node: NO_NODE }])]);
    expect([...(reel.tape()?.messages.flight ?? [])]).toEqual([13]);
  });
});
