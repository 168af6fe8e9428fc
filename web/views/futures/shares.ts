/** Which outcome is most open, and how a figure spreads over futures. Pure. */

import type { FutureShare, PlayedFuture } from "@/engine/lens";

/** The place of the outcome of which chance decides most; the first where none is open. */
export function mostOpen(shares: readonly FutureShare[]): number {
  const openness = shares.map(({ came, runs }) => Math.min(came, runs - came));
  return Math.max(0, openness.indexOf(Math.max(...openness)));
}

/** So many futures have a figure from here to there. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

const BINS_MAX = 24;

/** A figure of a future, or its part of another; undefined where it has none. */
export function figureOf({ answer }: PlayedFuture): number | undefined {
  const [value, over] = answer.figures;
  if (value === null || value === undefined) return undefined;
  if (over === undefined) return value;
  return over === null || over === 0 ? undefined : value / over;
}

/** Even bins over all figures; of few whole numbers one each. */
export function binsOf(figures: readonly number[]): Bin[] {
  const least = Math.min(...figures);
  const most = Math.max(...figures);
  if (figures.length === 0) return [];
  const isWhole = figures.every(Number.isInteger);
  const span = most - least;
  const width = isWhole ? Math.max(1, Math.ceil((span + 1) / BINS_MAX)) : span / BINS_MAX || 1;
  const count = isWhole ? Math.ceil((span + 1) / width) : BINS_MAX;
  const bins = Array.from({ length: span === 0 ? 1 : count }, (_, place) => ({
    from: least + place * width,
    to: least + (place + 1) * width,
    count: 0,
  }));
  for (const figure of figures) {
    const place = Math.min(bins.length - 1, Math.floor((figure - least) / width));
    const bin = bins[place];
    if (bin !== undefined) bin.count += 1;
  }
  return bins;
}

/** The least figure that so many percent of the sorted ones do not exceed. */
export function percentile(sorted: readonly number[], percent: number): number | undefined {
  const rank = Math.ceil((sorted.length * percent) / 100);
  return sorted[Math.max(0, rank - 1)];
}
