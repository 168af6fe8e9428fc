/** The stretch of the run that somebody looks at: what is listed and summed speaks of it alone. */

import { t } from "@/language/words";
import { formatDuration } from "./units";

export interface Interval {
  readonly from_us: number;
  readonly to_us: number;
}

/** Whether something that lasts from one instant to another has a part in it. */
export function overlaps(interval: Interval | null, fromUs: number, toUs: number): boolean {
  return interval === null || (toUs >= interval.from_us && fromUs <= interval.to_us);
}

export function intervalText({ from_us, to_us }: Interval): string {
  return t("{from} to {to}", { from: formatDuration(from_us), to: formatDuration(to_us) });
}
