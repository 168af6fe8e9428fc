/**
 * Which notables and actions get a mark on the time line, and where. Pure.
 */

import type { LoggedAction, Notable } from "@/protocol/engine";

export type MarkKind = "vote" | "fault" | "bad";

export interface TimeMark {
  id: number;
  /** 0 is the start of the scenario, 1 the end of the line. */
  at: number;
  kind: MarkKind;
  text: string;
}

/** The line grows with the run once it has passed the scenario's end. */
export function lineEndUs(furthestUs: number, durationUs: number): number {
  return Math.max(1, furthestUs, durationUs);
}

/** More dots than this would be one line. */
const ACTIONS_SHOWN_MAX = 500;

/** Where somebody did something: the latest, when there are too many. */
export function actionMarks(actions: LoggedAction[], endUs: number): { id: number; at: number }[] {
  const first = Math.max(0, actions.length - ACTIONS_SHOWN_MAX);
  return actions.slice(first).map(({ at_us }, i) => ({ id: first + i, at: at_us / endUs }));
}

export function timeMarks(narration: Notable[], endUs: number): TimeMark[] {
  const marks: TimeMark[] = [];
  for (const { id, at_us, kind, alert, text } of narration) {
    const mark = markOf(kind, alert);
    if (mark !== undefined) marks.push({ id, at: at_us / endUs, kind: mark, text });
  }
  return marks;
}

function markOf(kind: Notable["kind"], alert: boolean): MarkKind | undefined {
  if (kind === "fault" || kind === "store") return "fault";
  if (kind === "election") return "vote";
  return alert || kind === "violation" ? "bad" : undefined;
}
