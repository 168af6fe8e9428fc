/** Sums over the engine's byte cube [from zone][to zone][kind]. */

import { msg, t, translate } from "@/language/words";

/** A kind index, or "all" for the sum over kinds. */
export type KindChoice = number | "all";

/** What to look at: all bytes of the run, or bytes a second at the instant shown. */
export type Measure = "total" | "rate";

export const MEASURES: readonly { value: Measure; label: string }[] = [
  { value: "total", label: msg("Bytes, this run") },
  { value: "rate", label: msg("Bytes/s now") },
];

/** Kinds to choose from, by their index, after "all". */
export function kindOptions(
  kinds: readonly { label: string }[],
): { value: string; label: string }[] {
  const each = kinds.map(({ label }, index) => ({ value: String(index), label: translate(label) }));
  return [{ value: "all", label: t("All kinds") }, ...each];
}

export interface Cube {
  readonly zones: number;
  readonly kinds: number;
  /** bytes[(from * zones + to) * kinds + kind], cumulative. */
  readonly bytes: Float64Array;
}

/** The cube with its framing added, cell by cell; the inputs stay as they are. */
export function withFraming(bytes: Float64Array, framing: Float64Array): Float64Array {
  const sum = new Float64Array(bytes);
  for (let i = 0; i < sum.length; i++) sum[i] = (bytes[i] ?? 0) + (framing[i] ?? 0);
  return sum;
}

/** Bytes of one directed zone pair, of one kind or of all. */
export function pairBytes(cube: Cube, from: number, to: number, kind: KindChoice): number {
  const base = (from * cube.zones + to) * cube.kinds;
  if (kind !== "all") return cube.bytes[base + kind] ?? 0;
  let sum = 0;
  for (let k = 0; k < cube.kinds; k++) sum += cube.bytes[base + k] ?? 0;
  return sum;
}

export function crossZoneByKind(cube: Cube): Float64Array {
  const sums = new Float64Array(cube.kinds);
  for (let from = 0; from < cube.zones; from++) {
    for (let to = 0; to < cube.zones; to++) {
      if (from === to) continue;
      for (let k = 0; k < cube.kinds; k++) sums[k] = (sums[k] ?? 0) + pairBytes(cube, from, to, k);
    }
  }
  return sums;
}

/** Per directed pair of zones, row by row: bytes of one kind or of all. */
export function pairMatrix(cube: Cube, kind: KindChoice): Float64Array {
  const matrix = new Float64Array(cube.zones * cube.zones);
  for (let from = 0; from < cube.zones; from++) {
    for (let to = 0; to < cube.zones; to++) {
      matrix[from * cube.zones + to] = pairBytes(cube, from, to, kind);
    }
  }
  return matrix;
}

export function total(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return sum;
}

/** The largest value between different zones: what the shades are measured against. */
export function largestAcross(matrix: ArrayLike<number>, zones: number): number {
  let largest = 0;
  for (let i = 0; i < matrix.length; i++) {
    if (Math.floor(i / zones) !== i % zones) largest = Math.max(largest, matrix[i] ?? 0);
  }
  return largest;
}

/**
 * Shade of a cell from 0 to 1. The square root lets a tenth of the largest still be seen (0.32),
 * and a cell that carried anything at all is never as white as an empty one.
 */
export function shade(value: number, largest: number): number {
  if (!(value > 0) || !(largest > 0)) return 0;
  return Math.max(0.06, Math.sqrt(Math.min(1, value / largest)));
}

export interface PricedLink {
  readonly from: number;
  readonly to: number;
  readonly usd_per_gb: number;
}

/** Prices that stand in the place of the scenario's, in dollars per GB. */
export interface Prices {
  /** The list that they are from; "own" when somebody has changed one. */
  readonly list: string;
  /** Between two zones of one region. */
  readonly zones: number;
  /** Between two regions. */
  readonly regions: number;
}

/** The links at other prices; inside a zone they stay as they are. */
export function repriced<L extends PricedLink>(
  links: readonly L[],
  zones: readonly { readonly region: string }[],
  prices: Prices | null,
): readonly L[] {
  if (prices === null) return links;
  return links.map((link) => {
    if (link.from === link.to) return link;
    const isOneRegion = zones[link.from]?.region === zones[link.to]?.region;
    return { ...link, usd_per_gb: isOneRegion ? prices.zones : prices.regions };
  });
}

const GB = 1e9;

/** What the bytes of a cube cost on the links between different zones. */
export function priceOf(cube: Cube, links: readonly PricedLink[]): number {
  let usd = 0;
  for (const { from, to, usd_per_gb } of links) {
    if (from !== to) usd += (pairBytes(cube, from, to, "all") * usd_per_gb) / GB;
  }
  return usd;
}

export function priceByKind(cube: Cube, links: readonly PricedLink[]): Float64Array {
  const usd = new Float64Array(cube.kinds);
  for (const { from, to, usd_per_gb } of links) {
    if (from === to) continue;
    for (let k = 0; k < cube.kinds; k++) {
      usd[k] = (usd[k] ?? 0) + (pairBytes(cube, from, to, k) * usd_per_gb) / GB;
    }
  }
  return usd;
}

const MONTH_US = 30 * 24 * 3600 * 1e6;

/** The time that a month's cost is measured over: from the end of the warm-up to the instant shown. */
export interface Span {
  readonly from_us: number;
  readonly to_us: number;
}

/** The one window of every month: the report's, `window`. */
export function measuredSpan(measure_from_us: number, now_us: number): Span {
  return { from_us: Math.min(measure_from_us, now_us), to_us: now_us };
}

/**
 * What 30 days of the same load cost: what was spent in the window, carried on. `warm` is what had
 * crossed when it began, in the cube's shape, or empty. Undefined while the window is.
 */
export function monthlyUsd(
  cube: Cube,
  warm: Float64Array,
  links: readonly PricedLink[],
  { from_us, to_us }: Span,
): number | undefined {
  if (to_us <= from_us) return undefined;
  const usd = priceOf(cube, links) - priceOf({ ...cube, bytes: warm }, links);
  return (usd / (to_us - from_us)) * MONTH_US;
}
