/**
 * Where the tour stops and what it says there. Pure; must not know how a stop is shown.
 */

import { msg } from "@/language/words";

export interface Stop {
  title: string;
  text: string;
  /** Places on the page, the best first: none of them is what the stop speaks of. */
  places: readonly StopPlace[];
}

export interface StopPlace {
  selector: string;
  side: "right" | "left" | "top" | "bottom";
}

/** Where there are no views below the map: over what is to be tried, above the time. */
const TIME: StopPlace = { selector: "[data-time]", side: "top" };
/** Over the lanes, which no stop speaks of. */
const VIEWS: StopPlace = { selector: "[data-views]", side: "bottom" };

export const STOPS: readonly Stop[] = [
  {
    title: msg("Real Raft groups run here"),
    text: msg(
      "Each box is a store with a copy of the data: L leads, F follows. Press a box or a link to break it; whatever you break can be healed.",
    ),
    places: [VIEWS, TIME],
  },
  {
    title: msg("Where to begin"),
    text: msg(
      "The first lesson takes ten minutes: you predict, try it on the real run, and see why it happened.",
    ),
    places: [VIEWS, TIME],
  },
];
