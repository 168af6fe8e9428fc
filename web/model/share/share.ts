/** What a link or a file carries: a whole experiment at an instant, as plain data. */

import { t } from "@/language/words";

/** A scenario by name and by the stamp of its text, or the text itself. */
export type SharedScenario =
  | { kind: "builtin"; id: string; stamp: string }
  | { kind: "file"; name: string; text: string };

/** Something that was done by hand, at its instant. */
export interface SharedAction {
  at_us: number;
  action: { do: string } & Record<string, unknown>;
}

/** A bound on a figure that is expected at the end of the run. */
export interface SharedExpectation {
  metric: string;
  at_most?: number | undefined;
  at_least?: number | undefined;
}

export interface SharedBookmark {
  us: number;
  name: string;
  note: string;
}

export interface Share {
  scenario: SharedScenario;
  /** Empty: the scenario's first, or it has none. */
  variant: string;
  /** Null: the scenario's own. */
  seed: number | null;
  at_us: number;
  /** Events that had happened by then: two of one instant are told apart by it. Null: not said. */
  event: number | null;
  /** The first digits of the digest there, by which the page knows that it is the same run. */
  digest: string;
  /** How far the run has been played. */
  furthest_us: number;
  /** The range shown; null: the first. */
  range: number | null;
  /** The dock's view; empty: as it is. */
  view: string;
  /** What is selected, as a key ("node:1"); empty: nothing. */
  select: string;
  lesson: { id: string; step: string } | null;
  /** Oldest first; of one instant in their order. */
  bookmarks: SharedBookmark[];
  actions: SharedAction[];
  expects: SharedExpectation[];
}

/** One thing of a link that was not as it should be. */
export interface ShareProblem {
  /** The part: "seed", "action 3". */
  where: string;
  /** What is there, and what was expected, as a sentence. */
  found: string;
  /** What was done instead, as a sentence. */
  instead: string;
}

/** Null: nothing could be opened. */
export interface ReadShare {
  share: Share | null;
  problems: ShareProblem[];
}

/** A fragment longer than this is not looked at. */
export const FRAGMENT_LENGTH_MAX = 65_536;
/** What a fragment unpacks to, in bytes. */
export const INFLATED_BYTES_MAX = 2_000_000;
/** A scenario and a log of the longest kind, as a file. */
export const SHARE_FILE_BYTES_MAX = 8_000_000;
export const SHARED_ACTIONS_MAX = 20_000;
export const SHARED_BOOKMARKS_MAX = 200;
export const SHARED_EXPECTS_MAX = 50;
export const SHARED_NAME_LENGTH_MAX = 80;
export const SHARED_NOTE_LENGTH_MAX = 600;
export const SHARED_SCENARIO_LENGTH_MAX = 2_000_000;
/** A day: no lesson takes longer, and nobody waits for more. */
export const SHARED_INSTANT_MAX_US = 86_400_000_000;
/** Digits of the digest that are carried. */
export const DIGEST_DIGITS = 8;
/** More than this is not listed one by one. */
const PROBLEMS_MAX = 40;
const QUOTED_LENGTH_MAX = 60;

/** By the begin of a file: it names its format first. */
export function isShareFile(begin: string): boolean {
  return /^\s*\{\s*"format"\s*:\s*"raft-atlas-share\//.test(begin);
}

/** Collects what is wrong; a broken link does not make a list without end. */
export class Problems {
  private readonly known: ShareProblem[] = [];
  private unlisted = 0;

  add(where: string, found: string, instead: string): void {
    if (this.known.length < PROBLEMS_MAX) this.known.push({ where, found, instead });
    else this.unlisted += 1;
  }

  get list(): ShareProblem[] {
    if (this.unlisted === 0) return this.known;
    const more = {
      where: "more",
      found: t("{unlisted} more were found.", { unlisted: this.unlisted }),
      instead: "",
    };
    return [...this.known, more];
  }
}

/** A piece of foreign text as it can be shown in a sentence. */
export function quoted(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, "\u00b7");
  if (plain.length <= QUOTED_LENGTH_MAX) return `“${plain}”`;
  return `“${[...plain.slice(0, QUOTED_LENGTH_MAX)].slice(0, -1).join("")}…”`;
}
