/** What a card's picture is drawn from. */

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
