/** Finding a range: they split and merge while a run goes on. Pure. */

import type { RangeInfo } from "@/engine/types";

/** The range that a key is in now; the first one when there is none. */
export function rangeOfKey(ranges: readonly RangeInfo[], key: number): number {
  const found = ranges.find(({ first_key, last_key }) => first_key <= key && key <= last_key);
  return (found ?? ranges[0])?.id ?? 0;
}
