/**
 * A session: everything that makes the run on the page, as data.
 * Scenario text, variant, seed and the action log reproduce it exactly; nothing else is needed.
 * Must not know the worker, nor where sessions are kept.
 */

import * as v from "valibot";

import type { LoggedAction } from "@/protocol/engine";

/** Where a scenario came from: the page's own list, or a file of the person. */
export type ScenarioSource =
  | { kind: "builtin"; id: string }
  | { kind: "file"; name: string; text: string };

export function sourceName(source: ScenarioSource): string {
  return source.kind === "file" ? source.name : source.id;
}

export interface Session {
  source: ScenarioSource;
  /** The scenario file's text. */
  text: string;
  variant: string;
  seed: number;
  /** Oldest first; those after the instant shown are the run's future. */
  actions: LoggedAction[];
  /** Logs that were set aside when somebody acted in the past, oldest first. */
  futures: Future[];
}

/** What would have come: a whole log of actions, and how far it had been played. */
export interface Future {
  actions: LoggedAction[];
  furthest_us: number;
}

/** More futures than this are not kept: the oldest go. */
export const FUTURES_MAX = 16;

/** A run of clicks longer than this is refused: the log must stay replayable and storable. */
export const ACTIONS_MAX = 20_000;

/** Scenario files larger than this are not opened. */
export const SCENARIO_BYTES_MAX = 2_000_000;

export const SESSION_FORMAT = "raft-atlas-session/1";

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
}

/** What a restart needs of a saved session. */
export type Restorable = Omit<SavedSession, "format" | "saved_at_ms">;

const instant = v.pipe(v.number(), v.finite(), v.minValue(0));

const loggedActions = v.pipe(
  v.array(
    v.object({ at_us: instant, action: v.looseObject({ do: v.string() }), text: v.string() }),
  ),
  v.maxLength(ACTIONS_MAX),
);

const savedSession = v.object({
  format: v.literal(SESSION_FORMAT),
  source: v.variant("kind", [
    v.object({ kind: v.literal("builtin"), id: v.string() }),
    v.object({ kind: v.literal("file"), name: v.string(), text: v.string() }),
  ]),
  text: v.string(),
  variant: v.string(),
  seed: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  actions: loggedActions,
  // Sessions kept before there was a way back have neither of these.
  futures: v.optional(
    v.pipe(
      v.array(v.object({ actions: loggedActions, furthest_us: instant })),
      v.maxLength(FUTURES_MAX),
    ),
    [],
  ),
  furthest_us: v.optional(instant, 0),
  now_us: instant,
  saved_at_ms: instant,
  speed: v.pipe(v.number(), v.minValue(0.01), v.maxValue(100)),
  range: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/** Reads what storage returned; undefined when it is not a session of this format. */
export function parseSavedSession(stored: unknown): SavedSession | undefined {
  const result = v.safeParse(savedSession, stored);
  // The engine validates each action again when it replays it.
  return result.success ? (result.output as SavedSession) : undefined;
}

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

/** A future more; the oldest goes when there are too many. */
export function setAside(futures: Future[], future: Future): Future[] {
  return [...futures, future].slice(-FUTURES_MAX);
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
