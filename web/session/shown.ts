/** What stands beside the map, once for wide and narrow pages, and what changes it. Pure. */

import type { PageState, SheetName, Shown } from "./pageState";
import type { LessonPlace } from "./session";

/** With a view in the dock, which opens when it was closed, or has the size that is asked for. */
export function withView(shown: Shown, view: string, size?: Shown["size"]): Shown {
  const choices = shown.choices + 1;
  return { ...shown, view, choices, size: size ?? (shown.size === "closed" ? "open" : shown.size) };
}

/** On another screen; a sheet stands open there for a lesson or a challenge alone. */
export function onScreen({ shown, lesson, challenge }: PageState, narrow: boolean): Shown {
  const own: SheetName = challenge === null ? "selected" : "challenge";
  return { ...shown, narrow, sheet: lesson === null ? own : "lesson" };
}

/** With a lesson, or none. Who opens one wants to read it. */
export function withLesson({ shown, lesson: before }: PageState, lesson: LessonPlace | null) {
  const sheet: SheetName = lesson === null ? "selected" : "lesson";
  const isOther = lesson?.id !== before?.id;
  return { lesson, shown: isOther ? { ...shown, sheet } : shown };
}
