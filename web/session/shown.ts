/**
 * What stands beside the map, once for wide and narrow pages, and what changes it. Pure; must not
 * know any view, nor how a page is laid out.
 */

import type { LessonPlace } from "./session";

/**
 * What the one sheet of a narrow page shows. selected: what is selected, if anything is; shut: not
 * even that, for who follows a link sees the map first.
 */
export type SheetName = "view" | "lesson" | "challenge" | "controls" | "selected" | "shut";

/** In the dock of a wide page, or in the sheet of a narrow one. */
export interface Shown {
  narrow: boolean;
  /** The view that is open, or was last; with a name that nobody knows it is the first. */
  view: string;
  /** How often a view was chosen, by a person or by what she opened. */
  choices: number;
  /** How large a wide page shows it. */
  size: "closed" | "open" | "half";
  sheet: SheetName;
}

/** What decides which sheet a narrow page begins with. */
interface Played {
  shown: Shown;
  lesson: LessonPlace | null;
  challenge: string | null;
}

/** With a view in the dock, which opens when it was closed, or has the size that is asked for. */
export function withView(shown: Shown, view: string, size?: Shown["size"]): Shown {
  const choices = shown.choices + 1;
  return { ...shown, view, choices, size: size ?? (shown.size === "closed" ? "open" : shown.size) };
}

/** On another screen; a sheet stands open there for a lesson or a challenge alone. */
export function onScreen({ shown, lesson, challenge }: Played, narrow: boolean): Shown {
  const own: SheetName = challenge === null ? "selected" : "challenge";
  return { ...shown, narrow, sheet: lesson === null ? own : "lesson" };
}

/** With a lesson, or none. Who opens one wants to read it. */
export function withLesson(
  { shown, lesson: before }: Pick<Played, "shown" | "lesson">,
  lesson: LessonPlace | null,
) {
  const sheet: SheetName = lesson === null ? "selected" : "lesson";
  const isOther = lesson?.id !== before?.id;
  return { lesson, shown: isOther ? { ...shown, sheet } : shown };
}
