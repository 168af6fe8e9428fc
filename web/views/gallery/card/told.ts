/** What a card's picture is drawn from, and the instants at which a scenario tells itself. Pure. */

import type { Frame, World } from "@/engine/types";
import type { Score } from "@/model/score/score";
import type { Outcomes } from "@/session/outcomes";

export interface Seen {
  world: World;
  frame: Frame;
}

export interface Told extends Seen {
  /** Makes the names within the drawing its own, where many stand in one page. */
  id: string;
  score: Score;
  /** The run that it is held against, at the same instant. */
  other: Seen | null;
  /** The same run at its key moments, oldest first. */
  stages: readonly Frame[];
  /** Of whole runs that nobody touched. */
  outcomes: Outcomes[string] | undefined;
  /** The conclusion's figure of this very run until now, "" while it has none; without it, the outcome. */
  figure?: string;
}

const MOMENTS = 6;

/**
 * The variant that shows what the scenario is about. A lane tells the run that opens; what is drawn
 * over another run, the first that is not that one; bytes, the one that saves the most of them.
 */
export function tellingVariant(
  { variants, show, ranges }: Pick<World, "variants" | "show" | "ranges">,
  against: string,
  outcomes: Outcomes[string] | undefined,
): string {
  const others = variants.filter(({ id }) => id !== against);
  const isLane =
    LANES.includes(show.picture ?? "") && !(show.picture === "table" && ranges.length > 1);
  if (isLane || others.length === 0) return variants[0]?.id ?? "";
  const bytes = ({ id }: { id: string }) => {
    const found = outcomes?.[id];
    return typeof found === "number" ? found : Number.POSITIVE_INFINITY;
  };
  const least = [...others].sort((a, b) => bytes(a) - bytes(b))[0];
  return (show.picture === "flow" ? least : others[0])?.id ?? "";
}

const LANES: readonly string[] = ["strata", "table", "wall", "clocks"];

/** What its beats say of a run in which nobody does anything: those after an act speak of the act. */
export function untouchedBeats({ beats }: World["show"]): World["show"]["beats"] {
  const act = beats.findIndex((beat) => beat.act !== null);
  return act < 0 ? beats : beats.slice(0, act + 1);
}

/** When the picture is taken: as the last of these ends, or once what is shown has been seen. */
export function tellingUs({ show, conclusion, duration_us }: World): number {
  return untouchedBeats(show).at(-1)?.until_us ?? conclusion?.at_us ?? duration_us / 2;
}

/** Six instants that tell the run: the ends of its beats, and between the furthest of them. */
export function momentsOf(world: World): number[] {
  const { show } = world;
  const ends = show.beats.map(({ until_us }) => until_us);
  const moments = [show.from_us, ...(ends.length > 0 ? ends : [tellingUs(world)])];
  while (moments.length < MOMENTS) {
    const gaps = moments.slice(1).map((us, i) => us - (moments[i] ?? 0));
    const widest = gaps.indexOf(Math.max(...gaps));
    const [from = 0, to = 0] = moments.slice(widest, widest + 2);
    moments.splice(widest + 1, 0, Math.round((from + to) / 2));
  }
  return moments.slice(-MOMENTS);
}
