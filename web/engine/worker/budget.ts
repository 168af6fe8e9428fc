/** How long a call of the engine may take by the wall clock. Pure; must not know what is called. */

import { BULK_SHARE, DRAWN_SHARE } from "./history";

/** How long a call may take, and how much of it checkpoints may cost. */
export interface Budget {
  untilMs: number;
  share: number;
}

export const FOR_EVER: Budget = { untilMs: Number.POSITIVE_INFINITY, share: BULK_SHARE };

/** A budget of wall time from now on. Little of a short one, which is for drawing, goes aside. */
export function budgetOf(nowMs: number, budgetMs: number): Budget {
  return { untilMs: nowMs + budgetMs, share: budgetMs < 20 ? DRAWN_SHARE : BULK_SHARE };
}
