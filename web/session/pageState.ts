/** What a person set and looks at, and how the page stands. Types and the beginning. */

import type { Question } from "@/engine/lens";
import type { Comparison, Target } from "@/engine/types";
import type { ActKind } from "@/model/acts/act";
import type { Interval } from "@/model/interval";
import type { MapPlace } from "@/model/placesInText";
import type { ShareProblem } from "@/model/share/share";
import type { Prices } from "@/model/traffic";
import type { BesideChoice } from "./beside/besideChoice";
import type { DialogName } from "./dialogNames";
import type { LessonPlace } from "./session";
import type { SimState } from "./simState";
import { type InClass, type Level, type Lock, PANELS, type Panel } from "./stage";
import type { Readable } from "./store";

export type ThemeChoice = "system" | "light" | "dark" | "projector";
export type Theme = Exclude<ThemeChoice, "system">;
/** A scenario that was not opened, and why; the running one goes on. */
export interface Rejected {
  name: string;
  /** The engine's sentences: path, what was found, what was expected. */
  message: string;
  /** Of a person's own file, which can be mended. */
  text?: string | undefined;
}

/** A question, and the instant that it is about. */
export interface WhyAsked {
  question: Question;
  us: number;
  events: number;
}

/** A sentence for a moment: shown above the dock and read out. */
export interface Notice {
  id: number;
  text: string;
  alert: boolean;
  /** Where a button beside it leads back to. */
  offer?:
    | { branch: number }
    | { session: string }
    | { label: string; take: () => void }
    | undefined;
}

/** What was wrong with a link or a file that somebody shared. */
export interface LinkReport {
  what: "link" | "file";
  /** Whether it was opened all the same. */
  opened: boolean;
  problems: ShareProblem[];
}

export interface ActAsked {
  /** null: nobody was sent yet. */
  act: ActKind | null;
  /** Counts how often: the same one may be asked for again. */
  turn: number;
}

export type Side = "resources" | "curve" | "time" | "percentiles" | "sizes";

/** A second run beside this one: with or without one thing. */
export interface BesideState {
  /** The second run, for parts of the page to stand under. */
  store: Readable<SimState>;
  choice: BesideChoice;
  /** What the two are called when nothing else tells them apart: branches. */
  names: [string, string] | null;
  /** The two side by side, while somebody looks; null until it is made. */
  comparison: Comparison | null;
}

/**
 * What the one sheet of a narrow page shows. selected: what is selected, if anything is; shut: not
 * even that, for who follows a link sees the map first.
 */
export type SheetName = "view" | "lesson" | "challenge" | "controls" | "selected" | "shut";

/** In the dock of a wide page, or in the sheet of a narrow one. */
export interface PageLayout {
  narrow: boolean;
  /** The view that is open, or was last; with a name that nobody knows it is the first. */
  view: string;
  /** How often a view was chosen, by a person or by what she opened. */
  choices: number;
  /** How large a wide page shows it. */
  size: "closed" | "open" | "half";
  sheet: SheetName;
}

/** How the page stands, apart from what is shown of a run. */
export interface Staging {
  level: Level;
  /** Within a page of somebody else: without the page's head, and nothing is kept. */
  embedded: boolean;
  panels: readonly Panel[];
  lock: Lock;
  /** To a room: large, and bookmarks are slides. */
  presenting: boolean;
  /** Number of the bookmark that is the present slide; null: none is shown. */
  slide: number | null;
  /** Id of the lesson that is shown on paper, over the page. */
  handout: string | null;
  /** Nothing is shown, so that a room looks at who speaks. */
  blank: boolean;
  inClass: InClass;
  theme: ThemeChoice;
}

export interface PageState extends Staging {
  dialog: DialogName | null;
  rejected: Rejected | null;
  notice: Notice | null;
  beside: BesideState | null;
  selection: Target | null;
  hover: Target | null;
  /** A place that a text names, while it is pointed at there. */
  highlightedPlace: MapPlace | null;
  /** The kind of bytes that is pointed at, by its place in the world's kinds. */
  pointedKind: number | null;
  /** The request that a view tells of while nobody has chosen one: the map shows its way too. */
  followed: number | null;
  /** Which action somebody was sent to, in the form that does actions by hand. */
  sentTo: ActAsked;
  side: Side;
  /** What somebody wants to know why, and when. */
  whyAsked: WhyAsked | null;
  /** The stretch of it that somebody looks at; null = all. */
  interval: Interval | null;
  /** The lesson that is played, and where it stands; the rest is in store/lessons. */
  lesson: LessonPlace | null;
  /** The challenge whose run is shown, by its id, while it is played; null: none. */
  challenge: string | null;
  /** The run of a link or a file as it came (`runKey`): nobody here has played it; "" of none. */
  sharedRunKey: string;
  /** A lesson has asked and was not answered: verdicts on reads, and outcomes of runs, wait. */
  hideVerdicts: boolean;
  /** A group of switches that a lesson's step opens, by its id; null: none. */
  openSwitchGroup: string | null;
  layout: PageLayout;
  /** A shared run is shown and not kept, for the person's own session waits in storage. */
  ownSessionParked: boolean;
  linkReport: LinkReport | null;
  /** The theme in effect: "system" resolved. Canvases read their colours again when it changes. */
  resolvedTheme: Theme;
  reducedMotion: boolean;
  /** Meters count framing too. */
  framing: boolean;
  /** Prices in the place of the scenario's; null = the scenario's. */
  prices: Prices | null;
}

export const INITIAL_PAGE: PageState = {
  level: "instruments",
  embedded: false,
  panels: PANELS,
  lock: "none",
  presenting: false,
  slide: null,
  blank: false,
  handout: null,
  inClass: "none",
  dialog: null,
  rejected: null,
  notice: null,
  beside: null,
  selection: null,
  hover: null,
  highlightedPlace: null,
  pointedKind: null,
  followed: null,
  sentTo: { act: null, turn: 0 },
  side: "resources",
  whyAsked: null,
  interval: null,
  lesson: null,
  challenge: null,
  sharedRunKey: "",
  hideVerdicts: false,
  openSwitchGroup: null,
  layout: { narrow: false, view: "series", choices: 0, size: "open", sheet: "selected" },
  ownSessionParked: false,
  linkReport: null,
  theme: "system",
  resolvedTheme: "light",
  reducedMotion: false,
  framing: true,
  prices: null,
};
