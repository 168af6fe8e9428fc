/**
 * Which messages are shown, in an order that makes a window of time quick to find, and where
 * nothing is shown. Pure; must not know pixels.
 */
import type { Gaps } from "./timeScale";
import { lastAtMost } from "./timeScale";

/** What the diagram reads of messages: columns, in the order in which they left. */
export interface Messages {
  count: number;
  flight: Float64Array;
  sentUs: Float64Array;
  /** When it arrives or dies, also where that is still to come. */
  endUs: Float64Array;
  from: Uint16Array;
  to: Uint16Array;
  type: Uint8Array;
  kind: Uint8Array;
  /** See OUTCOMES in words.ts. */
  outcome: Uint8Array;
  reject: Uint8Array;
  range: Uint32Array;
  bytes: Float64Array;
  framing: Float64Array;
  term: Float64Array;
  index: Float64Array;
  entries: Float64Array;
  request: Float64Array;
}

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

export interface Shown {
  count: number;
  /** Positions in the columns. */
  rows: Uint32Array;
  sentUs: Float64Array;
  /** Latest end of a message and all before it: never falls. */
  latestEndUs: Float64Array;
  /** Bit i is set when there is a message of kind i, shown or not. */
  kindsSeen: number;
}

export function selectMessages(
  messages: Messages,
  filter: Filter,
  zoneOfNode: Uint16Array,
  upTo: number = messages.count,
): Shown {
  const { sentUs, endUs, from, to, kind, range, request } = messages;
  const rows = new Uint32Array(upTo);
  const sent = new Float64Array(upTo);
  const latest = new Float64Array(upTo);
  let count = 0;
  let kindsSeen = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < upTo; row++) {
    kindsSeen |= 1 << (kind[row] as number);
    if ((filter.hiddenKinds >> (kind[row] as number)) & 1) continue;
    if (filter.range !== ALL_RANGES && range[row] !== filter.range) continue;
    if (filter.request !== 0 && request[row] !== filter.request) continue;
    if (filter.crossingOnly && zoneOfNode[from[row] as number] === zoneOfNode[to[row] as number])
      continue;
    rows[count] = row;
    sent[count] = sentUs[row] as number;
    last = Math.max(last, endUs[row] as number);
    latest[count] = last;
    count++;
  }
  return { count, rows, sentUs: sent, latestEndUs: latest, kindsSeen };
}

/** The part of the shown messages that can touch a stretch of time: [first, end). */
export function between(shown: Shown, fromUs: number, toUs: number): [number, number] {
  const end = lastAtMost(shown.sentUs, shown.count, toUs) + 1;
  // The first whose latest end reaches the stretch: all before it are over.
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shown.latestEndUs[middle] as number) < fromUs) low = middle + 1;
    else high = middle;
  }
  return [low, end];
}

/** A stretch counts as quiet when nothing is on its way and no mark stands in it. */
export const QUIET_LEAST_US = 20;

/** Room kept around what happens, so that a fold does not touch it, as a share of the stretch. */
export function quietStretches(
  shown: Shown,
  marksUs: readonly number[],
  fromUs: number,
  toUs: number,
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
