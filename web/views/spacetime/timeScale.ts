/**
 * Simulated time as places on a line: a quiet stretch takes at most the width of a break.
 * Piecewise linear and invertible, and without a jump when zooming.
 */

import { countWhile } from "@/model/search";

export const BREAK_PX = 36;
/** Of a quiet stretch, this much at each end is never folded: what happens keeps off the break. */
const CLEAR_PX = 7;

/** Stretches without anything, in order and apart. */
export interface Gaps {
  count: number;
  fromUs: Float64Array;
  toUs: Float64Array;
}

export const NO_GAPS: Gaps = { count: 0, fromUs: new Float64Array(), toUs: new Float64Array() };

/** Time on an endless line at one zoom; place 0 is the instant 0. */
export interface Line {
  usPerPx: number;
  /** Gaps that are wider than a break at this zoom. */
  folds: number;
  fromUs: Float64Array;
  toUs: Float64Array;
  /** Where each begins on the line, in px. */
  fromPx: Float64Array;
}

export function lineOf(gaps: Gaps, usPerPx: number): Line {
  const fromUs = new Float64Array(gaps.count);
  const toUs = new Float64Array(gaps.count);
  const fromPx = new Float64Array(gaps.count);
  const leastUs = BREAK_PX * usPerPx;
  const clearUs = CLEAR_PX * usPerPx;
  let folds = 0;
  let savedPx = 0;
  for (let i = 0; i < gaps.count; i++) {
    const from = (gaps.fromUs[i] as number) + clearUs;
    const to = (gaps.toUs[i] as number) - clearUs;
    if (to - from <= leastUs) continue;
    fromUs[folds] = from;
    toUs[folds] = to;
    fromPx[folds] = from / usPerPx - savedPx;
    savedPx += (to - from) / usPerPx - BREAK_PX;
    folds++;
  }
  return { usPerPx, folds, fromUs, toUs, fromPx };
}

export function placeOf(line: Line, us: number): number {
  const i = lastAtMost(line.fromUs, line.folds, us);
  if (i < 0) return us / line.usPerPx;
  const from = line.fromUs[i] as number;
  const to = line.toUs[i] as number;
  const start = line.fromPx[i] as number;
  if (us >= to) return start + BREAK_PX + (us - to) / line.usPerPx;
  return start + ((us - from) / (to - from)) * BREAK_PX;
}

export function instantAt(line: Line, px: number): number {
  const i = lastAtMost(line.fromPx, line.folds, px);
  if (i < 0) return px * line.usPerPx;
  const from = line.fromUs[i] as number;
  const to = line.toUs[i] as number;
  const beyond = px - (line.fromPx[i] as number);
  if (beyond >= BREAK_PX) return to + (beyond - BREAK_PX) * line.usPerPx;
  return from + (beyond / BREAK_PX) * (to - from);
}

/** The zoom at which a stretch of time fills a width. */
export function zoomToFit(gaps: Gaps, fromUs: number, toUs: number, widthPx: number): number {
  const spanUs = Math.max(1, toUs - fromUs);
  const widest = spanUs / widthPx;
  if (gaps.count === 0) return widest;
  // Folding only makes a stretch narrower: more zoom than without it is needed, never less.
  let tooWide = widest / (spanUs + 1);
  let narrow = widest;
  for (let i = 0; i < 48 && narrow / tooWide > 1.0001; i++) {
    const middle = Math.sqrt(tooWide * narrow);
    const line = lineOf(gaps, middle);
    if (placeOf(line, toUs) - placeOf(line, fromUs) > widthPx) tooWide = middle;
    else narrow = middle;
  }
  return narrow;
}

/** Index of the last value that is not above the given one, -1 when all are. */
export function lastAtMost(values: Float64Array, count: number, value: number): number {
  return countWhile(count, (place) => (values[place] as number) <= value) - 1;
}
