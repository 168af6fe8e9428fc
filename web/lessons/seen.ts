/**
 * The instant at which a goal was decided, as it is told: exact where the run knows it; else between
 * which two looks it came. Never an instant that the run has not reached. Pure. Must not know goals.
 */

import { formatInstant } from "@/model/units";
import type { StepState } from "./machine";

/** " at 5.000 000 s", " between 4.950 000 s and 5.200 000 s", or nothing. */
export function decidedText({ atUs, isSeen, lookUs }: DecidedAt): string {
  if (atUs === null) return "";
  const to = formatInstant(atUs);
  if (!isSeen || lookUs === null || lookUs >= atUs) return ` at ${to}`;
  return ` between ${formatInstant(lookUs)} and ${to}`;
}

type DecidedAt = Pick<StepState, "atUs" | "isSeen" | "lookUs">;
