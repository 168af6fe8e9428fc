/**
 * Which notables get a mark on the time line, and where. Pure.
 */

import type { Notable } from "@/protocol/engine";

export type MarkKind = "vote" | "fault" | "bad";

export interface TimeMark {
  id: number;
  /** 0 is the start of the scenario, 1 the end of the line. */
  at: number;
  kind: MarkKind;
  text: string;
}

/** The line grows with the run once it has passed the scenario's end. */
export function lineEndUs(nowUs: number, durationUs: number): number {
  return Math.max(1, nowUs, durationUs);
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
