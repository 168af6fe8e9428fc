/** How old what reads returned was, and how old its mode let it be. */

import type { Completions } from "@/model/series/series";
import { rowsWithin } from "./latencies";

/** The age of what a request read, in µs; undefined: it read nothing. */
export function ageOf({ columns }: Completions, row: number): number | undefined {
  const { wrote, came, stale_us } = columns;
  const isRead = wrote[row] === 0 && (came[row] ?? 0) < FAILED;
  return isRead ? stale_us[row] : undefined;
}

/** Places in `CAME` from here on: nobody got an answer. */
const FAILED = 4;

export interface Ages {
  reads: number;
  /** Reads that missed anything. */
  old: number;
  oldestUs: number;
}

export function agesOf(all: Completions, fromUs: number, toUs: number): Ages {
  const [first, end] = rowsWithin(all, fromUs, toUs);
  const ages = { reads: 0, old: 0, oldestUs: 0 };
  for (let row = first; row < end; row += 1) {
    const age = ageOf(all, row);
    if (age === undefined) continue;
    ages.reads += 1;
    if (age > 0) ages.old += 1;
    ages.oldestUs = Math.max(ages.oldestUs, age);
  }
  return ages;
}

export interface Bound {
  us: number;
  /** When reads with it ended first and last. */
  fromUs: number;
  toUs: number;
}

/** How old reads may be, each bound once, the narrowest first. */
export function boundsOf({ columns }: Completions): Bound[] {
  const bounds = new Map<number, Bound>();
  const { at_us, bound_us } = columns;
  for (let row = 0; row < bound_us.length; row += 1) {
    const us = bound_us[row] ?? 0;
    if (us === 0) continue;
    const known = bounds.get(us);
    const toUs = at_us[row] ?? 0;
    if (known === undefined) bounds.set(us, { us, fromUs: toUs, toUs });
    else known.toUs = toUs;
  }
  return [...bounds.values()].sort((a, b) => a.us - b.us);
}

/** Whether any read was bounded, or missed anything. */
export function hasAges({ columns }: Completions): boolean {
  return columns.stale_us.some((us) => us > 0) || columns.bound_us.some((us) => us > 0);
}
