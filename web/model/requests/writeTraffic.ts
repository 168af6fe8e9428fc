/**
 * What one write sent: every message for it, with its share of the message's bytes. Messages of
 * several writes are shared evenly; heartbeats and empty appends are left out.
 */

import type { TraceColumns, World } from "@/engine/types";
import { OP_INFO } from "../ops";
import { ROW } from "../trace";
import type { RequestStory } from "./story";

export interface Crossing {
  flight: number;
  at_us: number;
  /** Index into the world's message types. */
  type: number;
  from: number;
  to: number;
  bytes: number;
  /** Entries, or writes, that share it. */
  sharers: number;
  crosses: boolean;
  /** It is, or will be, delivered. */
  arrives: boolean;
  /** Of the whole message, by feature: what it spared. */
  saved: readonly { by: number; bytes: number }[];
}

export interface WriteTraffic {
  story: RequestStory;
  /** In the order in which they left. */
  crossings: Crossing[];
}

const FATE = 0xff0000;
const REJECT_SHIFT = 24;

export function shareOf({ bytes, sharers }: { bytes: number; sharers: number }): number {
  return bytes / sharers;
}

export function bytesBetweenZones({ crossings }: WriteTraffic): number {
  return crossings.reduce((sum, c) => sum + (c.crosses ? shareOf(c) : 0), 0);
}

/** What features spared this write between zones; by feature when one is given. */
export function savedBetweenZones({ crossings }: WriteTraffic, by?: number): number {
  let sum = 0;
  for (const { crosses, saved, sharers } of crossings) {
    if (!crosses) continue;
    for (const part of saved) if (by === undefined || part.by === by) sum += part.bytes / sharers;
  }
  return sum;
}

/** Every write that the record holds, oldest first. */
export function readWriteTraffic(
  columns: TraceColumns,
  world: World,
  stories: readonly RequestStory[],
  untilEvent: number,
): WriteTraffic[] {
  const reader = new Reader(columns, world, stories);
  const { event, count } = columns;
  for (let row = 0; row < count && (event[row] ?? 0) <= untilEvent; row += 1) reader.take(row);
  return reader.writes;
}

class Reader {
  readonly writes: WriteTraffic[] = [];
  private readonly columns: TraceColumns;
  private readonly world: World;
  private readonly byRequest = new Map<number, WriteTraffic>();
  /** By range and index of the entry. */
  private readonly byEntry = new Map<string, WriteTraffic>();
  /** How far each replica has acknowledged. */
  private readonly acknowledged = new Map<string, number>();
  /** What the message that left last is to each write that it serves. */
  private last: { flight: number; parts: Crossing[] } = { flight: 0, parts: [] };

  constructor(columns: TraceColumns, world: World, stories: readonly RequestStory[]) {
    this.columns = columns;
    this.world = world;
    for (const story of stories) {
      if (!OP_INFO[story.asked.op].isEntry) continue;
      const write = { story, crossings: [] };
      this.writes.push(write);
      this.byRequest.set(story.asked.id, write);
      const logged = story.attempts.findLast(({ index }) => index > 0);
      if (logged !== undefined) this.byEntry.set(entryKey(story.asked.range, logged.index), write);
    }
  }

  take(row: number): void {
    const what = this.columns.what[row];
    if (what === ROW.SENT) this.sent(row);
    else if (what === ROW.SAVED) this.saved(row);
  }

  private sent(row: number): void {
    const { columns } = this;
    const flight = columns.flight[row] ?? 0;
    this.last = { flight, parts: [] };
    const request = this.byRequest.get(columns.request[row] ?? 0);
    if (request !== undefined) {
      this.add(row, [request], 1);
      return;
    }
    const flags = columns.flags[row] ?? 0;
    const kind = this.world.kinds[(flags >>> 8) & 0xff]?.id;
    if (kind === "append") this.append(row);
    else if (kind === "ack" && flags >>> REJECT_SHIFT === 0) this.ack(row);
  }

  private append(row: number): void {
    const { columns } = this;
    const before = columns.e[row] ?? 0;
    const entries = columns.f[row] ?? 0;
    this.add(row, this.entries(columns.range[row] ?? 0, before, before + entries), entries);
  }

  /** It is shared by what it acknowledges for the first time; repeated, it is nobody's. */
  private ack(row: number): void {
    const { columns } = this;
    const range = columns.range[row] ?? 0;
    const index = columns.e[row] ?? 0;
    const key = `${range} ${columns.node[row]} ${columns.other[row]}`;
    const before = this.acknowledged.get(key);
    // How far it was when the record began is not known: then the newest alone.
    const from = before ?? index - 1;
    if (index <= from) return;
    this.acknowledged.set(key, index);
    this.add(row, this.entries(range, from, index), index - from);
  }

  /** Writes with an index after one and up to another. */
  private entries(range: number, after: number, last: number): WriteTraffic[] {
    const found: WriteTraffic[] = [];
    for (let index = after + 1; index <= last; index += 1) {
      const write = this.byEntry.get(entryKey(range, index));
      if (write !== undefined) found.push(write);
    }
    return found;
  }

  private add(row: number, writes: readonly WriteTraffic[], sharers: number): void {
    for (const write of writes) {
      const part = this.crossing(row, sharers);
      write.crossings.push(part);
      this.last.parts.push(part);
    }
  }

  private crossing(row: number, sharers: number): Crossing {
    const { columns, world } = this;
    const flags = columns.flags[row] ?? 0;
    const [from, to] = [columns.node[row] ?? 0, columns.other[row] ?? 0];
    return {
      flight: columns.flight[row] ?? 0,
      at_us: columns.at_us[row] ?? 0,
      type: flags & 0xff,
      from,
      to,
      bytes: columns.a[row] ?? 0,
      sharers: Math.max(1, sharers),
      crosses: world.nodes[from]?.zone !== world.nodes[to]?.zone,
      arrives: (flags & FATE) === 0,
      saved: [],
    };
  }

  /** It follows the message that it is about. */
  private saved(row: number): void {
    const { columns } = this;
    if (columns.flight[row] !== this.last.flight) return;
    const part = { by: columns.flags[row] ?? 0, bytes: columns.a[row] ?? 0 };
    for (const crossing of this.last.parts) crossing.saved = [...crossing.saved, part];
  }
}

function entryKey(range: number, index: number): string {
  return `${range} ${index}`;
}
