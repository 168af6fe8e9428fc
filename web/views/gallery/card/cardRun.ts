/** What a card's picture is drawn from, and the instants at which a scenario tells itself. Pure. */

import type { Frame, World } from "@/engine/types";
import type { RunSeries } from "@/model/series/series";
import type { Outcomes } from "@/session/outcomes";

export interface Seen {
  world: World;
  frame: Frame;
}

export interface CardRun extends Seen {
  /** Makes the names within the drawing its own, where many stand in one page. */
  id: string;
  series: RunSeries;
  /** The run that it is held against, at the same instant. */
  other: Seen | null;
  /** The same run at its key moments, oldest first. */
  stages: readonly Frame[];
  /** Of whole runs that nobody touched. */
  outcomes: Outcomes[string] | undefined;
  /** The conclusion's figure of this very run until now, "" while it has none; without it, the outcome. */
  figure?: string;
}

/** What its beats say of a run in which nobody does anything: those after an act speak of the act. */
export function untouchedBeats({ beats }: World["show"]): World["show"]["beats"] {
  const act = beats.findIndex((beat) => beat.act !== null);
  return act < 0 ? beats : beats.slice(0, act + 1);
}

/** When the picture is taken: as the last of these ends, or once what is shown has been seen. */
export function tellingUs({ show, conclusion, duration_us }: World): number {
  return untouchedBeats(show).at(-1)?.until_us ?? conclusion?.at_us ?? duration_us / 2;
}
