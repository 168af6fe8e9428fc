/** What gets a mark on the time line, and which one is next. Pure; must not know how marks look. */

import type { LoggedAction, Notable } from "@/engine/types";
import { sayable } from "@/model/narration";
import { bookmarksHere } from "./branches";
import { type Bookmark, logOf } from "./session";
import type { SimState } from "./simState";

/** An election, a fault, something that went wrong, what somebody did, what somebody marked. */
export type MarkKind = "vote" | "fault" | "bad" | "act" | "book";

export interface TimeMark {
  key: string;
  us: number;
  kind: MarkKind;
  text: string;
}

/** More dots than this would be one line. */
const ACTIONS_SHOWN_MAX = 500;

/** The line grows with the run once it has passed the scenario's end. */
export function lineEndUs(furthestUs: number, durationUs: number): number {
  return Math.max(1, furthestUs, durationUs);
}

/** Marks of the present branch; of too many actions the latest. */
export function marksOf(
  notables: Notable[],
  actions: LoggedAction[],
  bookmarks: Bookmark[],
): TimeMark[] {
  const marks: TimeMark[] = [];
  const first = Math.max(0, actions.length - ACTIONS_SHOWN_MAX);
  for (const [i, { at_us, text }] of actions.slice(first).entries()) {
    marks.push({ key: `act ${first + i}`, us: at_us, kind: "act", text });
  }
  for (const { id, at_us, kind, alert, text } of notables) {
    const mark = kindOf(kind, alert);
    if (mark !== undefined) marks.push({ key: `told ${id}`, us: at_us, kind: mark, text });
  }
  for (const { id, us, name } of bookmarks) {
    marks.push({ key: `book ${id}`, us, kind: "book", text: name });
  }
  return marks;
}

/** The nearest marks before or after the instant shown: all those of one instant. */
export function marksBeside(state: SimState, hideVerdicts: boolean, direction: 1 | -1): TimeMark[] {
  const { session, notables, frame } = state;
  if (session === null || frame === null) return [];
  const nowUs = frame.now_us;
  const marks = marksOf(sayable(notables, hideVerdicts), logOf(session), bookmarksHere(session));
  const ahead = marks.filter(({ us }) => (us - nowUs) * direction > 0);
  const least = ahead.reduce((gap, { us }) => Math.min(gap, Math.abs(us - nowUs)), Infinity);
  return ahead.filter(({ us }) => Math.abs(us - nowUs) === least);
}

function kindOf(kind: Notable["kind"], alert: boolean): MarkKind | undefined {
  if (kind === "fault" || kind === "store") return "fault";
  if (kind === "election") return "vote";
  return alert || kind === "violation" ? "bad" : undefined;
}
