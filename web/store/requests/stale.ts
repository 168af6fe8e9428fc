/** The engine's list of stale reads, as a table. Must not know who judged them. */

import type { Staleness } from "./view";

const NUMBERS = 3;

/** By request. */
export function readStale(numbers: Float64Array | null): ReadonlyMap<number, Staleness> {
  const found = new Map<number, Staleness>();
  if (numbers === null) return found;
  for (let at = 0; at + NUMBERS <= numbers.length; at += NUMBERS) {
    const [request = 0, stale_us = 0, commits = 0] = numbers.subarray(at, at + NUMBERS);
    found.set(request, { stale_us, commits });
  }
  return found;
}
