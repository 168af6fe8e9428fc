/** The points of a sweep: medians over seeds, limits kept, the front, and what each axis moves. */

import { t } from "@/language/words";
import type { Dimension } from "./dimension";
import { front } from "./front";

export interface Objective {
  figure: string;
  aim: "minimize" | "maximize";
}

export interface Point {
  point: number;
  /** Median of each objective, NaN where a run has none. */
  medians: number[];
  /** Whether all its runs keep every limit. */
  keeps: boolean;
  isBest: boolean;
}

export interface Counted {
  /** Of each run. */
  points: Uint32Array;
  kept: Uint8Array;
  /** Runs that a point has when all are there. */
  seeds: number;
}

/**
 * In the order of their numbers. `figures` are those of the objectives; points are held against those
 * alone that have the same values of `circumstances`.
 */
export function pointsOf(
  { points, kept, seeds }: Counted,
  figures: readonly Dimension[],
  objectives: readonly Objective[],
  circumstances: readonly Dimension[],
): Point[] {
  const rowsOf = grouped([...points.keys()], (row) => points[row] ?? -1);
  const all = [...rowsOf].toSorted(([a], [b]) => a - b);
  const found = all.map(([point, rows]) => ({
    point,
    medians: figures.map(({ values }) => median(rows.map((row) => values[row] ?? Number.NaN))),
    keeps: rows.length === seeds && rows.every((row) => kept[row] === 1),
    isBest: false,
  }));
  const isWhole = (one: Point): boolean => one.keeps && !one.medians.some(Number.isNaN);
  const compared = objectives.length === 0 ? [] : found.filter(isWhole);
  const met = ({ point }: Point): string => {
    const row = rowsOf.get(point)?.[0] ?? 0;
    return circumstances.map(({ values }) => values[row]).join();
  };
  for (const alike of grouped(compared, met).values()) markBest(alike, objectives);
  return found;
}

function grouped<K, T>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

/** What is said of a point on the front: "no other with the same rtt is better". */
export function alikeText(circumstances: readonly Dimension[]): string {
  if (circumstances.length === 0) return t("no other is better");
  const axes = circumstances.map(({ label }) => label).join(t(", "));
  return t("no other with the same {axes} is better", { axes });
}

function markBest(alike: readonly Point[], objectives: readonly Objective[]): void {
  const isMore = objectives.map(({ aim }) => aim === "maximize");
  const lessIsBetter = ({ medians }: Point): number[] =>
    medians.map((value, place) => (isMore[place] ? -value : value));
  for (const [place, isBest] of front(alike.map(lessIsBetter)).entries()) {
    const one = alike[place];
    if (one !== undefined) one.isBest = isBest;
  }
}

/** Of two in the middle the lesser, so that it is the figure of a run; NaN if one is missing. */
export function median(values: number[] | Float64Array): number {
  if (values.some(Number.isNaN)) return Number.NaN;
  values.sort((a, b) => a - b);
  return values[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

export interface Effect {
  axis: Dimension;
  /** Least and greatest median of the figure over the axis' values. */
  from: number;
  to: number;
}

/** Of the axes with several values, the one that moves the figure most first. */
export function effectsOn(figure: Dimension, axes: readonly Dimension[]): Effect[] {
  const found = axes.flatMap((axis): Effect[] => {
    const groups = new Map<number, number[]>();
    for (const [row, at] of axis.values.entries()) {
      const value = figure.values[row] ?? Number.NaN;
      if (Number.isNaN(at) || Number.isNaN(value)) continue;
      const group = groups.get(at);
      if (group === undefined) groups.set(at, [value]);
      else group.push(value);
    }
    if (groups.size < 2) return [];
    const medians = [...groups.values()].map(median);
    return [{ axis, from: Math.min(...medians), to: Math.max(...medians) }];
  });
  return found.toSorted((a, b) => b.to - b.from - (a.to - a.from));
}
