/** Where everything of a trace is on the canvas, and what lies at a point. */

import { countWhile } from "@/model/search";
import { type Axis, foldedAxis, plainAxis } from "@/model/traces/axis";
import { marksByLane, spanOf, type Trace } from "@/model/traces/trace";

/** What is seen: from a width on, so many widths a pixel, and so many pixels down. */
export interface Look {
  from: number;
  perPx: number;
  scrollPx: number;
}

export interface Sizes {
  width: number;
  height: number;
  /** Of text; all else follows from it. */
  textPx: number;
}

export interface Row {
  lane: number;
  y: number;
  /** A group begins with it. */
  group: string;
}

export interface Picture {
  trace: Trace;
  axis: Axis;
  byLane: readonly Uint32Array[];
  /** By lane and place: how far to the right a mark up to here reaches. */
  reach: readonly Float64Array[];
  /** By mark, in widths. */
  left: Float64Array;
  right: Float64Array;
}

/** Makes what does not depend on what is seen. */
export function pictureOf(trace: Trace, isFolded: boolean): Picture {
  const { from, to } = spanOf(trace);
  const axis = isFolded ? foldedAxis(from, to, loudOf(trace)) : plainAxis(from, to);
  const byLane = marksByLane(trace);
  const left = Float64Array.from(trace.start, (at) => axis.of(at));
  const right = Float64Array.from(trace.end, (at) =>
    Number.isFinite(at) ? axis.of(at) : Number.POSITIVE_INFINITY,
  );
  const reach = byLane.map((marks) => {
    let far = Number.NEGATIVE_INFINITY;
    return Float64Array.from(marks, (mark) => {
      far = Math.max(far, right[mark] ?? 0);
      return far;
    });
  });
  return { trace, axis, byLane, reach, left, right };
}

function loudOf({ start, loud }: Trace): Float64Array {
  const positions: number[] = [];
  for (let mark = 0; mark < start.length; mark++) {
    if (loud[mark] === 1) positions.push(start[mark] ?? 0);
  }
  return Float64Array.from(positions);
}

export const laneHeight = (textPx: number): number => Math.round(textPx * 2.2);
export const axisHeight = (textPx: number): number => Math.round(textPx * 1.9);
const groupHeight = (textPx: number): number => Math.round(textPx * 1.8);

/** Lanes from top to bottom, and how high all of them are. */
export function rowsOf({ lanes }: Trace, textPx: number): { rows: Row[]; height: number } {
  let y = 0;
  let group = "";
  const rows = lanes.map((lane, at): Row => {
    const begins = lane.group !== group ? lane.group : "";
    group = lane.group;
    if (begins !== "") y += groupHeight(textPx);
    const row = { lane: at, y, group: begins };
    y += laneHeight(textPx);
    return row;
  });
  return { rows, height: y };
}

export function gutterOf({ width, textPx }: Sizes): number {
  return Math.round(Math.min(textPx * 12, width * 0.26));
}

/** All of it. */
export function wholeLook({ axis }: Picture, sizes: Sizes): Look {
  const plot = Math.max(1, sizes.width - gutterOf(sizes) - sizes.textPx);
  return { from: 0, perPx: axis.width / plot, scrollPx: 0 };
}

/** Kept within the whole, and no closer than a pixel is worth. */
export function bounded(look: Look, picture: Picture, sizes: Sizes): Look {
  const whole = wholeLook(picture, sizes);
  const finest = picture.trace.isTime ? 1e-3 : 1 / 400;
  const perPx = Math.min(whole.perPx, Math.max(finest, look.perPx));
  const plot = Math.max(1, sizes.width - gutterOf(sizes) - sizes.textPx);
  const last = Math.max(0, picture.axis.width - perPx * plot);
  const { height } = rowsOf(picture.trace, sizes.textPx);
  const space = Math.max(1, sizes.height - axisHeight(sizes.textPx));
  return {
    from: Math.min(last, Math.max(0, look.from)),
    perPx,
    scrollPx: Math.min(Math.max(0, height - space), Math.max(0, look.scrollPx)),
  };
}

/** Closer or farther, with what is at a pixel staying there. */
export function zoomed(look: Look, factor: number, x: number, sizes: Sizes): Look {
  const dx = x - gutterOf(sizes);
  const perPx = look.perPx * factor;
  return { ...look, perPx, from: look.from + dx * (look.perPx - perPx) };
}

/** With a mark in sight. */
export function showing(look: Look, mark: number, picture: Picture, sizes: Sizes): Look {
  const plot = sizes.width - gutterOf(sizes) - sizes.textPx;
  const left = picture.left[mark] ?? 0;
  const x = (left - look.from) / look.perPx;
  const from = x < 0 || x > plot * 0.92 ? left - look.perPx * plot * 0.4 : look.from;
  const { rows } = rowsOf(picture.trace, sizes.textPx);
  const y = rows[picture.trace.lane[mark] ?? 0]?.y ?? 0;
  const space = sizes.height - axisHeight(sizes.textPx) - laneHeight(sizes.textPx);
  const scrollPx = Math.min(y, Math.max(look.scrollPx, y - space));
  return bounded({ ...look, from, scrollPx }, picture, sizes);
}

/** With all of these marks in sight, if there are any. */
export function around(marks: Iterable<number>, picture: Picture, sizes: Sizes): Look | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let lane = Number.POSITIVE_INFINITY;
  for (const mark of marks) {
    const left = picture.left[mark] ?? 0;
    const right = picture.right[mark] ?? left;
    low = Math.min(low, left);
    high = Math.max(high, Number.isFinite(right) ? right : left);
    lane = Math.min(lane, picture.trace.lane[mark] ?? 0);
  }
  if (low > high) return null;
  const plot = Math.max(1, sizes.width - gutterOf(sizes) - sizes.textPx);
  const perPx = Math.max((high - low) * 1.5, 8) / plot;
  const y = rowsOf(picture.trace, sizes.textPx).rows[lane]?.y ?? 0;
  const look = { from: (low + high) / 2 - (perPx * plot) / 2, perPx, scrollPx: y };
  return bounded(look, picture, sizes);
}

/** The first place of a lane whose mark may be seen from a width on. */
export function firstSeen(reach: Float64Array, from: number): number {
  return countWhile(reach.length, (place) => (reach[place] ?? 0) < from);
}

const NEAR_PX = 9;

/** The mark at a point, or near it; null: there is none. */
export function markAt(
  picture: Picture,
  look: Look,
  sizes: Sizes,
  { x, y }: { x: number; y: number },
): number | null {
  const { textPx } = sizes;
  const down = y - axisHeight(textPx) + look.scrollPx;
  const { rows } = rowsOf(picture.trace, textPx);
  const row = rows.find((one) => down >= one.y && down < one.y + laneHeight(textPx));
  if (row === undefined || y < axisHeight(textPx)) return null;
  const at = look.from + (x - gutterOf(sizes)) * look.perPx;
  const near = NEAR_PX * look.perPx;
  const marks = picture.byLane[row.lane] ?? new Uint32Array();
  const reach = picture.reach[row.lane] ?? new Float64Array();
  let best: number | null = null;
  let bestAway = Number.POSITIVE_INFINITY;
  for (let place = firstSeen(reach, at - near); place < marks.length; place++) {
    const mark = marks[place] ?? 0;
    const left = picture.left[mark] ?? 0;
    if (left > at + near) break;
    const right = picture.right[mark] ?? left;
    const away = at < left ? left - at : Math.max(0, at - right);
    // Of marks at one place the shortest: it lies above the others.
    if (away > near || away > bestAway) continue;
    if (away === bestAway && best !== null && right - left > widthOf(picture, best)) continue;
    best = mark;
    bestAway = away;
  }
  return best;
}

function widthOf({ left, right }: Picture, mark: number): number {
  return (right[mark] ?? 0) - (left[mark] ?? 0);
}
