/** Which messages are shown, ordered so that a window is quick to find, and where none is. */
import { countWhile } from "@/model/search";
import type { MessageTable } from "@/session/tape/tapeTypes";
import type { Gaps } from "./timeScale";
import { lastAtMost } from "./timeScale";

/** What the diagram reads of messages, in the order in which they left. */
export type Messages = Omit<MessageTable, "cause">;

export interface Filter {
  /** Bit i is kind i; what is off is hidden. */
  hiddenKinds: number;
  /** -1 shows all ranges. */
  range: number;
  /** 0 shows all requests. */
  request: number;
  crossingOnly: boolean;
}

export const ALL_RANGES = -1;
export const SHOW_ALL: Filter = {
  hiddenKinds: 0,
  range: ALL_RANGES,
  request: 0,
  crossingOnly: false,
};

/** The columns may be longer than the count. */
export interface SelectedMessages {
  count: number;
  /** Positions in the columns. */
  rows: Uint32Array;
  sentUs: Float64Array;
  /** Latest end of a message and all before it: never falls. */
  latestEndUs: Float64Array;
  /** Bit i is set when there is a message of kind i, shown or not. */
  kindsSeen: number;
}

/**
 * Selects from a record as it grows: what is over and done with is not looked at again, as long as
 * it is the same record with more messages at its end.
 */
export class MessageSelector {
  private keys: readonly unknown[] = [];
  private rows = new Uint32Array(1_024);
  private sentUs = new Float64Array(1_024);
  private latestEndUs = new Float64Array(1_024);
  /** Messages before this one have ended and do not change any more. */
  private done: Progress = NOT_BEGUN;
  private lastFlight = 0;

  /** `lineage`: when one of these is another, the record is another. */
  select(
    messages: Messages,
    filter: Filter,
    zoneOfNode: Uint16Array,
    lineage: readonly unknown[],
  ): SelectedMessages {
    const { hiddenKinds, range, request, crossingOnly } = filter;
    const keys = [hiddenKinds, range, request, crossingOnly, zoneOfNode, ...lineage];
    const { row } = this.done;
    const grows =
      keys.every((key, i) => Object.is(key, this.keys[i])) &&
      messages.count >= row &&
      (row === 0 || messages.flight[row - 1] === this.lastFlight);
    if (!grows) this.done = NOT_BEGUN;
    this.keys = keys;
    const { count, kindsSeen } = this.run(messages, filter, zoneOfNode);
    this.lastFlight = messages.flight[this.done.row - 1] ?? 0;
    const { rows, sentUs, latestEndUs } = this;
    return { count, rows, sentUs, latestEndUs, kindsSeen };
  }

  private run(messages: Messages, filter: Filter, zoneOfNode: Uint16Array): Progress {
    const { sentUs, endUs, kind, outcome } = messages;
    let { row, count, kindsSeen } = this.done;
    let latest = count === 0 ? Number.NEGATIVE_INFINITY : (this.latestEndUs[count - 1] as number);
    let isDone = true;
    this.room(count + messages.count - row);
    for (; row < messages.count; row++) {
      if (isDone && outcome[row] === 0) {
        isDone = false;
        this.done = { row, count, kindsSeen };
      }
      kindsSeen |= 1 << (kind[row] as number);
      if (!passes(messages, row, filter, zoneOfNode)) continue;
      this.rows[count] = row;
      this.sentUs[count] = sentUs[row] as number;
      latest = Math.max(latest, endUs[row] as number);
      this.latestEndUs[count] = latest;
      count++;
    }
    const all = { row, count, kindsSeen };
    if (isDone) this.done = all;
    return all;
  }

  private room(count: number): void {
    if (count <= this.rows.length) return;
    const { rows, sentUs, latestEndUs } = this;
    this.rows = new Uint32Array(count * 2);
    this.sentUs = new Float64Array(count * 2);
    this.latestEndUs = new Float64Array(count * 2);
    this.rows.set(rows);
    this.sentUs.set(sentUs);
    this.latestEndUs.set(latestEndUs);
  }
}

interface Progress {
  /** Messages looked at, and how many of them are shown. */
  row: number;
  count: number;
  kindsSeen: number;
}

const NOT_BEGUN: Progress = { row: 0, count: 0, kindsSeen: 0 };

function passes(
  { kind, range, request, from, to }: Messages,
  row: number,
  filter: Filter,
  zoneOfNode: Uint16Array,
): boolean {
  if ((filter.hiddenKinds >> (kind[row] as number)) & 1) return false;
  if (filter.range !== ALL_RANGES && range[row] !== filter.range) return false;
  if (filter.request !== 0 && request[row] !== filter.request) return false;
  return !filter.crossingOnly || zoneOfNode[from[row] as number] !== zoneOfNode[to[row] as number];
}

/** The part of the shown messages that can touch a stretch of time: [first, end). */
export function between(shown: SelectedMessages, fromUs: number, toUs: number): [number, number] {
  const end = lastAtMost(shown.sentUs, shown.count, toUs) + 1;
  // The first whose latest end reaches the stretch: all before it are over.
  const low = countWhile(end, (place) => (shown.latestEndUs[place] as number) < fromUs);
  return [low, end];
}

/** A stretch counts as quiet when nothing is in flight and no mark stands in it. */
export const QUIET_LEAST_US = 20;

/** Room kept around what happens, so that a fold does not touch it, as a share of the stretch. */
export function quietStretches(
  shown: SelectedMessages,
  marksUs: readonly number[],
  fromUs: number,
  toUs: number,
  alsoUs = fromUs,
): Gaps {
  const fromList: number[] = [];
  const toList: number[] = [];
  let busyUntil = fromUs;
  let mark = 0;
  const visit = (startUs: number, endUs: number): void => {
    if (startUs - busyUntil > QUIET_LEAST_US) {
      fromList.push(busyUntil);
      toList.push(startUs);
    }
    if (endUs > busyUntil) busyUntil = endUs;
  };
  const marksUpTo = (us: number): void => {
    for (; mark < marksUs.length && (marksUs[mark] as number) <= us; mark++) {
      const at = marksUs[mark] as number;
      visit(at, at);
    }
  };
  // Where the record begins; nothing is known from before.
  visit(alsoUs, alsoUs);
  for (let i = 0; i < shown.count; i++) {
    const sent = shown.sentUs[i] as number;
    // Quick for the many that begin while others are on their way.
    if (mark < marksUs.length) marksUpTo(sent);
    if (sent > busyUntil + QUIET_LEAST_US) visit(sent, sent);
    busyUntil = Math.max(busyUntil, shown.latestEndUs[i] as number);
  }
  marksUpTo(toUs);
  visit(toUs, toUs);
  return {
    count: fromList.length,
    fromUs: Float64Array.from(fromList),
    toUs: Float64Array.from(toList),
  };
}
