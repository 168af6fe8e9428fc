/**
 * The instant at which a goal was decided, as it is told: exact where the run knows it; else where
 * it was first seen, no finer than the time between two looks. Pure. Must not know goals.
 */

import { formatInstant } from "@/lib/units";
import type { StepState } from "./machine";

/** Rounded up: by then it was so. */
export function decidedText({ atUs, isSeen, lookUs }: DecidedAt): string {
  if (atUs === null) return "";
  const betweenUs = isSeen && lookUs !== null ? atUs - lookUs : 0;
  const digits = betweenUs < 1 ? 0 : Math.floor(Math.log10(betweenUs));
  if (digits === 0) return formatInstant(atUs);
  const unitUs = 10 ** digits;
  const us = Math.ceil(atUs / unitUs) * unitUs;
  return `${(us / 1_000_000).toFixed(Math.max(0, 6 - digits))}\u00a0s`;
}

type DecidedAt = Pick<StepState, "atUs" | "isSeen" | "lookUs">;
