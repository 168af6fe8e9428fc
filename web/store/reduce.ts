/**
 * How an update from the worker changes the state. Pure.
 * Must not know the worker, time or the page.
 */

import type { FrameWish, Update } from "@/protocol/messages";
import { mergeNarration, notableAfter } from "./narration";
import { mergeSeries, seriesAfter } from "./series";
import type { SimState } from "./simStore";

/** What the next update should hold, given what the page already has. */
export function wishOf(state: SimState): FrameWish {
  return {
    range: state.range,
    notable_after: notableAfter(state.narration),
    series_after: seriesAfter(state.seriesValues),
    target: state.selection,
  };
}

export function applyUpdate(state: SimState, update: Update): Partial<SimState> {
  const before = state.frame;
  const frame = update.frame;
  if (before !== null) {
    // Parts that rarely change keep their identity, so that panels need not render again.
    frame.settings = kept(before.settings, frame.settings);
    frame.faults = kept(before.faults, frame.faults);
    frame.violations = kept(before.violations, frame.violations);
    frame.stores = kept(before.stores, frame.stores);
  }
  return {
    frame,
    inspection: state.selection === null ? null : kept(state.inspection, update.inspection),
    narration: mergeNarration(state.narration, frame.notables),
    seriesValues: mergeSeries(state.seriesValues, frame.series),
  };
}

/** The old value when the new one equals it deeply. For small plain data only. */
function kept<T>(before: T, after: T): T {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
