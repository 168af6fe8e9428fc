/** What the lanes view draws, whatever file it came from: lanes, marks on them, and arrows. */

import { countWhile } from "@/model/search";

/** What a mark says by its colour. */
export const TONES = [
  "read",
  "write",
  "change",
  "lock",
  "failed",
  "event",
  "follower",
  "candidate",
  "leader",
  "note",
] as const;

export type Tone = (typeof TONES)[number];

export interface Lane {
  name: string;
  /** Lanes of one group stand together; "" = there are no groups. */
  group: string;
}

export type Detail = readonly [name: string, value: string];

export interface Trace {
  lanes: readonly Lane[];
  /** By mark: its lane. */
  lane: Uint32Array;
  /** By mark, rising: where it begins. */
  start: Float64Array;
  /** By mark: where it ends; its start = it has no length; Infinity = it never does. */
  end: Float64Array;
  /** By mark: its tone, by its place in TONES. */
  tone: Uint8Array;
  /** By mark: 1 = nobody knows whether it happened. */
  open: Uint8Array;
  /** By mark: 1 = something that keeps its time from being folded. */
  loud: Uint8Array;
  arrows: { from: Uint32Array; to: Uint32Array };
  /** Whether positions are microseconds since 1970; else they count. */
  isTime: boolean;
  short(mark: number): string;
  /** In one word at most, where there is little room; "" = there is none. */
  brief(mark: number): string;
  /** What a search looks through. */
  text(mark: number): string;
  details(mark: number): readonly Detail[];
}

/** By lane: its marks, in the order of their beginning. */
export function marksByLane({ lanes, lane }: Pick<Trace, "lanes" | "lane">): Uint32Array[] {
  const counts = new Uint32Array(lanes.length);
  for (const at of lane) counts[at] = (counts[at] ?? 0) + 1;
  const lists = lanes.map((_, at) => new Uint32Array(counts[at] ?? 0));
  const filled = new Uint32Array(lanes.length);
  for (let mark = 0; mark < lane.length; mark++) {
    const at = lane[mark] ?? 0;
    const place = filled[at] ?? 0;
    const list = lists[at];
    if (list !== undefined) list[place] = mark;
    filled[at] = place + 1;
  }
  return lists;
}

/** The first of marks that begins at or after a position, by its place in the list. */
export function firstFrom(marks: Uint32Array, start: Float64Array, position: number): number {
  return countWhile(marks.length, (place) => (start[marks[place] ?? 0] ?? 0) < position);
}

/** What never ends is seen to go on for this share of the whole. */
const TAIL = 0.06;

/** Where a trace begins and ends; at least one wide. */
export function spanOf({ start, end }: Pick<Trace, "start" | "end">): { from: number; to: number } {
  const from = start[0] ?? 0;
  let to = from;
  for (let mark = 0; mark < start.length; mark++) {
    const last = end[mark] ?? 0;
    to = Math.max(to, Number.isFinite(last) ? last : (start[mark] ?? 0));
  }
  if (end.includes(Number.POSITIVE_INFINITY)) to += (to - from) * TAIL;
  return { from, to: Math.max(to, from + 1) };
}

/** Marks whose words have a text in them, small or large letters alike. */
export function found(trace: Trace, text: string): Uint32Array {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return new Uint32Array();
  const marks: number[] = [];
  for (let mark = 0; mark < trace.start.length; mark++) {
    if (trace.text(mark).toLowerCase().includes(wanted)) marks.push(mark);
  }
  return Uint32Array.from(marks);
}

/** The mark before or after another among some; from none the first or the last. */
export function beside(marks: Uint32Array, mark: number, direction: 1 | -1): number | null {
  if (marks.length === 0) return null;
  if (direction === 1) return marks.find((one) => one > mark) ?? null;
  let before: number | null = null;
  for (const one of marks) {
    if (mark >= 0 && one >= mark) break;
    before = one;
  }
  return before;
}
