/** A session as data: scenario text, variant, seed and action log reproduce the run exactly. */

import type { LoggedAction } from "@/engine/types";
import { t } from "@/language/words";

/** Where a scenario came from: the page's own list, or a file of the person. */
export type ScenarioSource =
  | { kind: "builtin"; id: string }
  | { kind: "file"; name: string; text: string };

export function sourceName(source: ScenarioSource): string {
  return source.kind === "file" ? source.name : source.id;
}

/** What is asked of a run beside its scenario. */
export interface OpenOptions {
  variant?: string;
  seed?: number;
  /** Starts playing at once; without it the run goes on as the last one did. */
  play?: boolean;
  /** Done again at their instants, up to the instant at which the run is first shown. */
  actions?: LoggedAction[];
  untilUs?: number;
  /**
   * For whoever watches: from where the scenario opens, unless an instant is named; quick to the
   * first request, slow for that, then quicker, until somebody chooses a speed.
   */
  eased?: boolean;
  /** A lesson opens it, and will again. */
  ofLesson?: boolean;
}

export interface Session {
  source: ScenarioSource;
  text: string;
  variant: string;
  seed: number;
  /** All branches in the order they began, the present one among them. */
  branches: Branch[];
  current: number;
  /** Oldest instant first. */
  bookmarks: Bookmark[];
  /** What the person expects of the run at its end, beside what its scenario does. */
  expects?: readonly Expectation[] | undefined;
}

/** A bound on a figure of the report, as scenario files write it. */
export interface Expectation {
  metric: string;
  at_most?: number | undefined;
  at_least?: number | undefined;
}

/** One way that the run went: the same as its parent until the two part. */
export interface Branch {
  /** Never used again in the same session. */
  id: number;
  /** The person's name for it; empty: it is called by what began it. */
  name: string;
  /** -1: the first. */
  parent: number;
  /** Where it parted from its parent. */
  fork_us: number;
  /** What began it, as a sentence; empty for the first. */
  cause: string;
  /** The whole log, oldest first; what is after the instant shown is its future. */
  actions: LoggedAction[];
  /** As far as it has been played, when it was left. */
  furthest_us: number;
}

/** An instant of a branch that somebody wants to find again. */
export interface Bookmark {
  id: number;
  name: string;
  us: number;
  branch: number;
  /** What a presenter wants to say there; empty: nothing. */
  note: string;
}

/** With more branches than this a new one is refused until one is deleted. */
export const BRANCHES_MAX = 32;
export const BOOKMARKS_MAX = 200;
/** Names are cut here. */
export const NAME_LENGTH_MAX = 80;
export const NOTE_LENGTH_MAX = 600;
export const EXPECTS_MAX = 50;

/** A run of clicks longer than this is refused: the log must stay replayable and storable. */
export const ACTIONS_MAX = 20_000;

/** Scenario files larger than this are not opened. */
export const SCENARIO_BYTES_MAX = 2_000_000;

export const SESSION_FORMAT = "raft-atlas-session/2";

export interface SavedSession extends Session {
  format: typeof SESSION_FORMAT;
  /** Never that of another session; "" of those that were kept before sessions had one. */
  id: string;
  now_us: number;
  furthest_us: number;
  /** Wall time, only to tell which of two kept copies is the later one. */
  saved_at_ms: number;
  speed: number;
  range: number;
  /** The lesson that was played in it, and its step. */
  lesson: LessonPlace | null;
}

export interface LessonPlace {
  id: string;
  step: string;
  /** Where the step began in the run: what its goal counts from. Not known of a link's run. */
  began_us?: number | undefined;
}

export type Restorable = Omit<SavedSession, "format" | "saved_at_ms">;

/** What makes a run: the same parts give the same run. */
export interface LoggedRun extends Pick<Session, "text" | "variant" | "seed"> {
  actions: readonly LoggedAction[];
}

const NOTHING_DONE: LoggedAction[] = [];

/** What was done in the present branch: the same list until something is done. */
export function logOf(session: Pick<Session, "branches" | "current"> | null): LoggedAction[] {
  const present = session?.branches.find(({ id }) => id === session.current);
  return present?.actions ?? NOTHING_DONE;
}

export function loggedRun(session: Session): LoggedRun {
  const { text, variant, seed } = session;
  return { text, variant, seed, actions: logOf(session) };
}

/**
 * Another text for another run. What is expected or noted of a run, and which of its branches there
 * are beside, make it no other.
 */
export function runKey(session: Session): string {
  const { variant, seed, source } = session;
  return JSON.stringify([variant, seed, logOf(session), source]);
}

/** Whether it holds more than so many actions that it began with. */
export function holdsWork(session: Session, began = 0): boolean {
  const { bookmarks, branches } = session;
  return logOf(session).length > began || bookmarks.length > 0 || branches.length > 1;
}

/** What a person did in a session, as a list. */
export function workOf(session: Session): string {
  const { bookmarks, branches } = session;
  const { length } = logOf(session);
  const parts = [
    length > 0 ? t("{n, plural, one {# action} other {# actions}}", { n: length }) : "",
    bookmarks.length > 0
      ? t("{n, plural, one {# bookmark} other {# bookmarks}}", { n: bookmarks.length })
      : "",
    branches.length > 1
      ? t("{n, plural, one {# branch} other {# branches}}", { n: branches.length })
      : "",
  ];
  return parts.filter((part) => part !== "").join(t(", "));
}

/** What a scenario is called by its own text. */
export function titleOf({ text, source }: Pick<Session, "text" | "source">): string {
  const title = parseObject(text)?.title;
  return typeof title === "string" ? title : sourceName(source);
}

/** A name for the file: the title in lower case, the seed, and "replay". */
export function replayFileName(session: Session, title: string, ending = "replay.json"): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${slug || "scenario"}-seed-${session.seed}-${ending}`;
}

interface Choice {
  variant?: string | undefined;
  seed?: number | undefined;
}

/** Whether a kept session is the run that an address asks for; what it does not name may differ. */
export function isRunOf(session: Session, id: string, { variant, seed }: Choice): boolean {
  const isScenario = session.source.kind === "builtin" && session.source.id === id;
  const isVariant = variant === undefined || variant === session.variant;
  return isScenario && isVariant && (seed === undefined || seed === session.seed);
}

/** What a restart says; a variant by its title. */
export function startedAgain({ variant, seed }: Choice): string {
  if (variant !== undefined) return t('Started again as "{variant}".', { variant });
  return seed === undefined
    ? t("Started again from 0 s.")
    : t("Started again with seed {seed}.", { seed });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
