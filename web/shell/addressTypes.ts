/** What an address may ask for, and what it is told of a part that was not understood. */

import type { Language } from "@/language/words";
import type { BesideChoice } from "@/session/beside/besideChoice";
import type { Theme } from "@/session/pageState";
import type { Level, Lock, Panel } from "@/session/stage";

/** How a learning platform is told. */
export type LmsKind = "scorm" | "scorm12" | "xapi" | "cmi5";

export interface Address {
  /** Id of a scenario of the page's own list; null: the kept session, or else the first one. */
  scenario: string | null;
  variant: string | null;
  seed: number | null;
  lesson: string | null;
  /** Id, number or title of its step; null: the first, or where the person left it. */
  step: string | null;
  /** The panels that stand; null: all. */
  panels: readonly Panel[] | null;
  lock: Lock;
  handout: boolean;
  /** For this visit; null: the person's own. */
  theme: Theme | null;
  /** How much of the page stands, for this visit; null: the person's own. */
  level: Level | null;
  /** For this visit; null: the person’s own. Read apart, before anything is drawn. */
  language: Language | null;
  /** What a teacher's link asks for, as `model/assignment` writes it. */
  assignment: string | null;
  /** The learning platform's way of hearing of what is done; null: nobody is told. */
  lms: LmsKind | null;
  /** In what a second run beside it differs; null: there is none. */
  beside: BesideChoice | null;
  present: boolean;
  /** It stands until somebody plays it. */
  paused: boolean;
  /** Of the page that embeds this one and may speak to it; null: nobody may. */
  origin: string | null;
  /** After the `#`, without it: what a shared link carries. */
  fragment: string;
  /** What was not understood, in the address's order. */
  problems: readonly AddressProblem[];
}

/** A part of the address that says nothing the page can do. */
export interface AddressProblem {
  /** The name before the `=`. */
  where: string;
  found: string;
  expected: string;
  /** What is done in its place. */
  instead: string;
}
