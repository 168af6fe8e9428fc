/** The stretch that a lane's figure speaks of, and its name. */

import { t } from "@/language/words";
import type { Interval } from "@/model/interval";
import { formatDuration } from "@/model/units";

interface Run {
  world: { measure_from_us: number };
  own: { frame: { now_us: number } };
  /** The stretch that is looked at; null = none. */
  interval: Interval | null;
}

/**
 * Of rates and percentiles: the stretch that is looked at; else what is measured, from the end of the
 * warm-up on, and before that the run so far.
 */
export function measuredSpan({ world, own, interval }: Run): Interval {
  const { now_us: to_us } = own.frame;
  const { measure_from_us: from_us } = world;
  return interval ?? { from_us: from_us < to_us ? from_us : 0, to_us };
}

/** Of what is counted: the stretch that is looked at, or the run so far. A count never falls. */
export function countedSpan({ own, interval }: Omit<Run, "world">): Interval {
  return interval ?? { from_us: 0, to_us: own.frame.now_us };
}

/** The span of what is counted from rows, of which a very long run forgets the oldest. */
export function knownSpan(run: Omit<Run, "world">, { first, columns }: KnownRows): Interval {
  const span = countedSpan(run);
  const knownUs = first === 0 ? 0 : (columns.at_us[0] ?? 0);
  return { ...span, from_us: Math.max(span.from_us, knownUs) };
}

interface KnownRows {
  first: number;
  columns: { at_us: ArrayLike<number> };
}

/** "since 18 s", "since 0 s", or that it is the stretch that is looked at. */
export function spanName({ from_us }: Interval, interval: Interval | null): string {
  if (interval !== null) return t("in this stretch");
  return t("since {from}", { from: from_us === 0 ? "0\u00a0s" : formatDuration(from_us) });
}
