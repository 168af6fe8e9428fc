/** What a row of the tape must be held against. It goes on where it stopped when the tape grows. */

import type { TraceColumns } from "@/engine/types";
import { countWhile } from "@/model/search";
import { NO_NODE, NO_RANGE, ROW } from "@/model/trace";
import { Growing } from "@/session/tape/growing";
import type { Tape } from "@/session/tape/tapeTypes";

/** Kinds of rows that change one number of a replica, by what they change. */
const CHANGES: Readonly<Record<number, number>> = {
  [ROW.ROLE]: 0,
  [ROW.APPENDED]: 1,
  [ROW.PERSISTED]: 2,
  [ROW.COMMITTED]: 3,
  [ROW.APPLIED]: 4,
  [ROW.COMPACTED]: 5,
};
const CHANGE_COUNT = 6;
/** Changes up to this one name a peer and its store. */
const LAST_WITH_STORE = 4;
/** A snapshot changes all of a log's numbers. */
const BY_SNAPSHOT = [ROW.APPENDED, ROW.PERSISTED, ROW.COMMITTED, ROW.APPLIED];

export class TapeIndex {
  columns: TraceColumns;
  private readonly epoch: number;
  private readonly rows = new Growing({ origin: Uint32Array });
  private origins: Uint32Array = new Uint32Array();
  private readonly sent = new Map<number, number>();
  private readonly invoked = new Map<number, number>();
  private readonly last = new Map<number, number>();
  /** Stores of peers that were seen, by range: members come and go. */
  private readonly peers = new Map<number, Map<number, number>>();

  constructor(tape: Tape) {
    this.columns = tape.columns;
    this.epoch = tape.epoch;
    this.extend(tape);
  }

  /** The same index, longer; or a new one when the tape is another. */
  static of(tape: Tape, before: TapeIndex | null): TapeIndex {
    if (before === null || before.epoch !== tape.epoch) return new TapeIndex(tape);
    before.extend(tape);
    return before;
  }

  get count(): number {
    return this.columns.count;
  }

  /** The row that this one must be held against; -1 = it is not on the tape. */
  origin(row: number): number {
    return (this.origins[row] ?? 0) - 1;
  }

  what(row: number): number {
    return this.columns.what[row] ?? 0;
  }

  event(row: number): number {
    return this.columns.event[row] ?? 0;
  }

  /** Where it happened: for the end of a message, at its receiver. */
  node(row: number): number {
    const { node, other } = this.columns;
    const origin = this.origin(row);
    const what = this.what(row);
    if (isEnd(what)) return origin < 0 ? NO_NODE : (other[origin] ?? NO_NODE);
    if (what === ROW.SAVED) return origin < 0 ? NO_NODE : (node[origin] ?? NO_NODE);
    if (AT_GATEWAY.includes(what)) return origin < 0 ? NO_NODE : (node[origin] ?? NO_NODE);
    return node[row] ?? NO_NODE;
  }

  other(row: number): number {
    const { node, other } = this.columns;
    const origin = this.origin(row);
    const what = this.what(row);
    if (isEnd(what)) return origin < 0 ? NO_NODE : (node[origin] ?? NO_NODE);
    if (what === ROW.COMPLETED) return node[row] ?? NO_NODE;
    return other[row] ?? NO_NODE;
  }

  range(row: number): number {
    const own = this.columns.range[row] ?? NO_RANGE;
    const origin = this.origin(row);
    return own === NO_RANGE && origin >= 0 ? (this.columns.range[origin] ?? NO_RANGE) : own;
  }

  request(row: number): number {
    const own = this.columns.request[row] ?? 0;
    const origin = this.origin(row);
    return own === 0 && origin >= 0 ? (this.columns.request[origin] ?? 0) : own;
  }

  /** The first row of an event, or where it would be. */
  firstOf(event: number): number {
    return countWhile(this.count, (place) => this.event(place) < event);
  }

  /** The row of a message's departure; -1 = it is not on the tape. */
  departureOf(message: number): number {
    return this.sent.get(message) ?? -1;
  }

  beginningOf(request: number): number {
    return this.invoked.get(request) ?? -1;
  }

  /** The store of a peer, if the tape has seen it; -1 = it has not. */
  storeOf(range: number, peer: number): number {
    return this.peers.get(range)?.get(peer) ?? -1;
  }

  private extend({ columns }: Tape): void {
    const from = this.rows.count;
    this.columns = columns;
    if (columns.count <= from) return;
    this.origins = this.rows.extend(columns.count - from).origin;
    for (let row = from; row < columns.count; row += 1) this.origins[row] = this.find(row) + 1;
  }

  private find(row: number): number {
    const { columns } = this;
    const what = columns.what[row] ?? 0;
    if (what === ROW.CHANGED) this.learnPeer(row);
    const flight = columns.flight[row] ?? 0;
    const request = columns.request[row] ?? 0;
    if (what === ROW.SENT) this.sent.set(flight, row);
    else if (what === ROW.INVOKED) this.invoked.set(request, row);
    else if (flight > 0) return this.sent.get(flight) ?? -1;
    else if (what === ROW.REFUSED || AT_GATEWAY.includes(what)) {
      return this.invoked.get(request) ?? -1;
    } else return this.findChange(row, what);
    return -1;
  }

  /** Who changes is a peer of its range; who is added has its store beside it. */
  private learnPeer(row: number): void {
    const { range, flags, node, a, b } = this.columns;
    const held = range[row] ?? NO_RANGE;
    const peers = this.peers.get(held) ?? new Map<number, number>();
    this.peers.set(held, peers);
    peers.set((flags[row] ?? 0) & 0xffff, node[row] ?? NO_NODE);
    if ((flags[row] ?? 0) >>> 16 <= LAST_WITH_STORE) peers.set(a[row] ?? 0, b[row] ?? NO_NODE);
  }

  private findChange(row: number, what: number): number {
    if (what === ROW.SNAPSHOT_INSTALLED) {
      const before = this.last.get(this.placeOf(row, ROW.APPLIED)) ?? -1;
      for (const changed of BY_SNAPSHOT) this.last.set(this.placeOf(row, changed), row);
      return before;
    }
    if (CHANGES[what] === undefined) return -1;
    const place = this.placeOf(row, what);
    const before = this.last.get(place) ?? -1;
    this.last.set(place, row);
    return before;
  }

  private placeOf(row: number, what: number): number {
    const { range, node } = this.columns;
    const replica = (range[row] ?? 0) * (NO_NODE + 1) + (node[row] ?? 0);
    return replica * CHANGE_COUNT + (CHANGES[what] ?? 0);
  }
}

/** What happens to a request at the gateway where it entered. */
const AT_GATEWAY: readonly number[] = [
  ROW.NAMED,
  ROW.ATTEMPTED,
  ROW.COMPLETED,
  ROW.TIMESTAMPED,
  ROW.ROUTED,
  ROW.TXN,
];

export function isEnd(what: number): boolean {
  return what === ROW.DELIVERED || what === ROW.DIED || what === ROW.HELD_BACK;
}
