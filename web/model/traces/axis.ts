/** The axis of a trace: positions as widths, with stretches folded in which nothing happened. */

import { countWhile } from "@/model/search";

/** A stretch that is drawn narrow. */
export interface Fold {
  from: number;
  to: number;
}

export interface Axis {
  /** From here on, in widths; 0 is where the trace begins. */
  of(position: number): number;
  at(width: number): number;
  width: number;
  folds: readonly Fold[];
}

/** A gap this many times the usual one is folded, to this many usual ones. */
const GAP_TIMES = 12;
const FOLDED_TIMES = 4;

/** Nothing is folded. */
export function plainAxis(from: number, to: number): Axis {
  return {
    of: (position) => position - from,
    at: (width) => width + from,
    width: to - from,
    folds: [],
  };
}

/** Folds what lies between those of these rising positions that are far from each other. */
export function foldedAxis(from: number, to: number, positions: Float64Array): Axis {
  const gaps: number[] = [];
  let last = from;
  for (const position of positions) {
    if (position > last) gaps.push(position - last);
    last = Math.max(last, position);
  }
  if (gaps.length < 2) return plainAxis(from, to);
  const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? 1;
  const folds: Fold[] = [];
  last = from;
  const look = (position: number): void => {
    if (position - last > usual * GAP_TIMES) folds.push({ from: last, to: position });
    last = Math.max(last, position);
  };
  for (const position of positions) look(position);
  look(to);
  return folds.length === 0
    ? plainAxis(from, to)
    : withFolds(from, to, folds, usual * FOLDED_TIMES);
}

function withFolds(from: number, to: number, folds: readonly Fold[], folded: number): Axis {
  // Where each fold begins, in widths.
  const begins = new Float64Array(folds.length);
  let saved = 0;
  for (const [place, fold] of folds.entries()) {
    begins[place] = fold.from - from - saved;
    saved += fold.to - fold.from - folded;
  }
  const before = (isBefore: (place: number) => boolean): number =>
    countWhile(folds.length, isBefore) - 1;
  const of = (position: number): number => {
    const place = before((at) => (folds[at]?.from ?? 0) <= position);
    const fold = folds[place];
    if (fold === undefined) return position - from;
    const begin = begins[place] ?? 0;
    if (position >= fold.to) return begin + folded + position - fold.to;
    return begin + ((position - fold.from) / (fold.to - fold.from)) * folded;
  };
  const at = (width: number): number => {
    const place = before((place) => (begins[place] ?? 0) <= width);
    const fold = folds[place];
    if (fold === undefined) return width + from;
    const within = width - (begins[place] ?? 0);
    if (within >= folded) return fold.to + within - folded;
    return fold.from + (within / folded) * (fold.to - fold.from);
  };
  return { of, at, width: of(to), folds };
}
