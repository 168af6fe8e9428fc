/**
 * A session: everything that makes the run on the page, as data.
 * Scenario text, variant, seed and the action log reproduce it exactly; nothing else is needed.
 * Must not know the worker, nor where sessions are kept.
 */

import type { LoggedAction } from "@/protocol/engine";

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
}

export interface Session {
  source: ScenarioSource;
  /** The scenario file's text. */
  text: string;
  variant: string;
  seed: number;
  /** Of the present branch, oldest first; those after the instant shown are its future. */
  actions: LoggedAction[];
  /** All branches in the order they began, the present one among them. */
  branches: Branch[];
  /** Number of the present branch. */
  current: number;
  /** Oldest instant first. */
  bookmarks: Bookmark[];
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
  /** The whole log; of the present branch only the session's own is up to date. */
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

/** A run of clicks longer than this is refused: the log must stay replayable and storable. */
export const ACTIONS_MAX = 20_000;

/** Scenario files larger than this are not opened. */
export const SCENARIO_BYTES_MAX = 2_000_000;

export const SESSION_FORMAT = "raft-atlas-session/2";

export interface SavedSession extends Session {
  format: typeof SESSION_FORMAT;
  /** The instant shown when it was saved. */
  now_us: number;
  /** The furthest instant that was reached. */
  furthest_us: number;
  /** Wall time, only to tell which of two kept copies is the later one. */
  saved_at_ms: number;
  speed: number;
  range: number;
  /** The lesson that was played in it, and its step. */
  lesson: { id: string; step: string } | null;
}

/** What a restart needs of a saved session. */
export type Restorable = Omit<SavedSession, "format" | "saved_at_ms">;

/**
 * The session as one scenario file: the same scenario and seed with the actions merged into its
 * own, so that the page, the command line and a colleague can run it again.
 */
export function replayFile(session: Session): string {
  const scenario = parseObject(session.text);
  if (scenario === undefined) return session.text;
  const own = Array.isArray(scenario.actions) ? scenario.actions : [];
  const done = session.actions.map(({ at_us, action }) => ({ at: `${at_us}us`, ...action }));
  const merged = { ...scenario, seed: session.seed, actions: [...own, ...done] };
  return `${JSON.stringify(keepVariant(merged, session.variant), null, 2)}\n`;
}

/** A name for the file: the title in lower case, the seed, and "replay". */
export function replayFileName(session: Session, title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${slug || "scenario"}-seed-${session.seed}-replay.json`;
}

interface Asked {
  variant?: string | undefined;
  seed?: number | undefined;
}

/** Whether a kept session is the run that an address asks for; what it does not name may differ. */
export function isRunOf(session: Session, id: string, { variant, seed }: Asked): boolean {
  const isScenario = session.source.kind === "builtin" && session.source.id === id;
  const isVariant = variant === undefined || variant === session.variant;
  return isScenario && isVariant && (seed === undefined || seed === session.seed);
}

/** Only the variant that was running; expectations of the others would not be met. */
function keepVariant(scenario: Record<string, unknown>, variant: string): Record<string, unknown> {
  const { variants, expect: _dropped, ...rest } = scenario;
  if (variant === "" || typeof variants !== "object" || variants === null) return rest;
  const kept = (variants as Record<string, unknown>)[variant];
  return kept === undefined ? rest : { ...rest, variants: { [variant]: kept } };
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

/** What a restart says. */
export function startedAgain({ variant, seed }: { variant?: string; seed?: number }): string {
  if (variant !== undefined) return `Started again as "${variant}".`;
  return seed === undefined ? "Started again from 0 s." : `Started again with seed ${seed}.`;
}
