/**
 * Where the tour stops and what it says there. Pure; must not know how a stop is shown.
 */

export interface Stop {
  title: string;
  text: string;
  /** Places on the page, the best first: not every one is there on every screen. */
  places: readonly StopPlace[];
}

export interface StopPlace {
  selector: string;
  side: "right" | "left" | "top" | "bottom";
}

/** Below a narrow map; what stands beside it elsewhere is a sheet there. */
const SHEETS: StopPlace = { selector: 'nav[aria-label="Sheets"]', side: "top" };
const MAP: StopPlace = { selector: "main", side: "bottom" };

export const STOPS: readonly Stop[] = [
  {
    title: "Real Raft groups run here",
    text: "Each box is a city with a store that keeps a copy of the data. L leads, F follows; what moves between them are Raft’s own messages.",
    places: [{ selector: 'main button[aria-label^="Store s3"]', side: "right" }, MAP],
  },
  {
    title: "Break something",
    text: "Press the label of a link, a store or a city: cut, crash, isolate. Everything that was broken can be healed again.",
    places: [{ selector: 'main button[aria-label^="Link "]', side: "bottom" }, MAP],
  },
  {
    title: "One thing to try, and the switches",
    text: "Here stands what to try, how reads are served, how writes travel, and each fault with its way back.",
    places: [{ selector: 'aside[aria-label="What to do"]', side: "right" }, SHEETS],
  },
  {
    title: "What it costs",
    text: "Bytes and money between cities, how long clients wait, and whether what they read was right.",
    places: [{ selector: 'aside[aria-label="What is seen"]', side: "left" }, SHEETS],
  },
  {
    title: "Time is yours",
    text: "Pause, slow down, go event by event, and go back. To act in the past begins a branch, and nothing is lost.",
    places: [{ selector: '[aria-label="Time"]', side: "top" }, MAP],
  },
];
