/**
 * The ranges of a run as they are at an instant: they split and merge, and their replicas come and
 * go. The engine sends them when they are others than the page has, as one array of numbers
 * (core/run/src/playground/ranges.rs has the layout). Pure.
 */

import type { World } from "./engine";

const HEAD = 4;
const REPLICA = 2;

/** In the order of their keys. */
export function readRanges(numbers: Float64Array): World["ranges"] {
  const ranges: World["ranges"] = [];
  const read = (at: number): number => numbers[at] ?? 0;
  for (let at = 0; at + HEAD <= numbers.length; ) {
    const [id, first_key, last_key, count] = [read(at), read(at + 1), read(at + 2), read(at + 3)];
    at += HEAD;
    const replicas = [];
    for (let place = 0; place < count; place += 1, at += REPLICA) {
      replicas.push({ peer: read(at), node: read(at + 1) });
    }
    ranges.push({ id, first_key, last_key, replicas });
  }
  return ranges;
}

/** The range that a key is in now; the first one when there is none. */
export function rangeOfKey(ranges: World["ranges"], key: number): number {
  const found = ranges.find(({ first_key, last_key }) => first_key <= key && key <= last_key);
  return (found ?? ranges[0])?.id ?? 0;
}
