/** Which stretch of a long run the lanes begin with: where something happens. */

import type { Interval } from "@/model/interval";

const SPAN_US = 30_000_000;
/** What was normal before it. */
const BEFORE_US = 3_000_000;
/** Of a run that is hardly longer the whole is as plain. */
const SHARE_MAX = 0.6;

export interface Opened {
  /** Where the scenario opens. */
  fromUs: number;
  /** Where this run was opened: who named an instant sees the whole. */
  openedUs: number;
  nowUs: number;
  furthestUs: number;
  endUs: number;
}

/** null: the whole run. Also as soon as it has come further, or was gone back in before it. */
export function openingOf({ fromUs, openedUs, nowUs, furthestUs, endUs }: Opened): Interval | null {
  const from_us = Math.max(0, Math.min(fromUs - BEFORE_US, endUs - SPAN_US));
  const to_us = from_us + SPAN_US;
  const isLong = SPAN_US <= SHARE_MAX * endUs;
  const isThere = openedUs === fromUs && nowUs >= fromUs && furthestUs < to_us;
  return isLong && isThere ? { from_us, to_us } : null;
}
