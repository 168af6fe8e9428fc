/**
 * What stands beside the map, once for wide and narrow pages, and what changes it. Pure; must not
 * know any view, nor how a page is laid out.
 */

import type { PageLayout, PageState, SheetName } from "./pageState";
import type { LessonPlace } from "./session";

/** With a view in the dock, which opens when it was closed, or has the size that is asked for. */
export function withView(layout: PageLayout, view: string, size?: PageLayout["size"]): PageLayout {
  const choices = layout.choices + 1;
  return {
    ...layout,
    view,
    choices,
    size: size ?? (layout.size === "closed" ? "open" : layout.size),
  };
}

/** On another screen; a sheet stands open there for a lesson or a challenge alone. */
export function onScreen({ layout, lesson, challenge }: PageState, narrow: boolean): PageLayout {
  const own: SheetName = challenge === null ? "selected" : "challenge";
  return { ...layout, narrow, sheet: lesson === null ? own : "lesson" };
}

/** With a lesson, or none. Who opens one wants to read it. */
export function withLesson({ layout, lesson: before }: PageState, lesson: LessonPlace | null) {
  const sheet: SheetName = lesson === null ? "selected" : "lesson";
  const isOther = lesson?.id !== before?.id;
  return { lesson, layout: isOther ? { ...layout, sheet } : layout };
}
