/** The messages of docs/embedding.md between this page and one that embeds it, checked. */

import * as v from "valibot";

import type { Target } from "@/engine/types";
import { SPEED_MAX, SPEED_MIN } from "@/session/simState";

/** Both sides name it in every message, so that other messages are nobody's. */
export const VERSION = 1;
/** Rises when more can be asked; told with every run. What could be asked before stays as it was. */
export const MINOR = 1;

export const EVENTS = ["time", "told", "state"] as const;
export const QUERIES = [
  "run",
  "told",
  "report",
  "scenarios",
  "world",
  "frame",
  "expectations",
  "checkpoints",
  "branches",
  "replay",
  "memory",
] as const;
export type EventName = (typeof EVENTS)[number];

const SCENARIO_MAX = 2_000_000;
/** A run may be brought on past its scenario's end, for a day of its time. */
const INSTANT_MAX_US = 86_400_000_000;
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const us = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const speed = v.pipe(v.number(), v.minValue(SPEED_MIN), v.maxValue(SPEED_MAX));
const id = v.union([v.pipe(v.string(), v.maxLength(100)), v.pipe(v.number(), v.safeInteger())]);
/** One thing of a run, as the engine names it. */
const target: v.GenericSchema<Target> = v.union([
  v.strictObject({ message: us }),
  v.strictObject({ node: us }),
  v.strictObject({ replica: v.strictObject({ range: us, node: us }) }),
  v.strictObject({ link: v.strictObject({ from: us, to: us }) }),
  v.strictObject({ request: us }),
  v.strictObject({ range: us }),
  v.strictObject({ entry: v.strictObject({ range: us, index: us }) }),
  v.strictObject({ event: us }),
]);
const common = { atlas: v.literal(VERSION), id };

const request = v.variant("do", [
  v.strictObject({
    ...common,
    do: v.literal("load"),
    /** One of the page's own, by id; or a scenario file's text. */
    scenario: v.optional(name),
    text: v.optional(v.pipe(v.string(), v.maxLength(SCENARIO_MAX))),
    variant: v.optional(name),
    seed: v.optional(us),
    us: v.optional(us),
    play: v.optional(v.boolean()),
  }),
  v.strictObject({ ...common, do: v.literal("play"), speed: v.optional(speed) }),
  v.strictObject({ ...common, do: v.literal("pause") }),
  v.strictObject({ ...common, do: v.literal("seek"), us }),
  v.strictObject({
    ...common,
    do: v.literal("advance"),
    us: v.pipe(us, v.maxValue(INSTANT_MAX_US)),
  }),
  v.strictObject({ ...common, do: v.literal("step"), by: v.optional(v.picklist([1, -1])) }),
  v.strictObject({ ...common, do: v.literal("act"), action: v.looseObject({ do: name }) }),
  v.strictObject({ ...common, do: v.literal("select"), target: v.nullable(target) }),
  v.strictObject({ ...common, do: v.literal("show"), range: us }),
  v.strictObject({ ...common, do: v.literal("branch"), branch: us }),
  v.strictObject({ ...common, do: v.literal("remove"), branch: us }),
  v.strictObject({
    ...common,
    do: v.literal("query"),
    what: v.picklist(QUERIES),
    /** Of the run that stands beside the first one. */
    beside: v.optional(v.boolean()),
  }),
  v.strictObject({ ...common, do: v.literal("events"), of: v.array(v.picklist(EVENTS)) }),
]);

export type Request = v.InferOutput<typeof request>;
export type RequestId = Request["id"];

export type Heard =
  /** Not of this kind at all: some other script's. */
  | { kind: "nothing" }
  | { kind: "request"; request: Request }
  | { kind: "error"; id: RequestId | null; error: string };

/** A total function of whatever was sent. */
export function hear(data: unknown): Heard {
  if (typeof data !== "object" || data === null || !("atlas" in data)) return { kind: "nothing" };
  // A page that speaks to itself hears its own answers.
  if ("ok" in data || "event" in data) return { kind: "nothing" };
  const result = v.safeParse(request, data);
  if (result.success) return { kind: "request", request: result.output };
  const given = v.safeParse(v.looseObject({ id }), data);
  const error = result.issues
    .slice(0, 3)
    .map((issue) => {
      const where = v.getDotPath(issue) ?? "the message";
      return `${where}: found ${shortened(issue.received)}, expected ${issue.expected ?? "something else"}.`;
    })
    .join(" ");
  return { kind: "error", id: given.success ? given.output.id : null, error };
}

/** Whether a message comes from the one page that may speak here: a page without a parent is its own. */
export function maySpeak(
  event: { origin: string; source: unknown },
  parent: unknown,
  origin: string,
): boolean {
  return event.source === parent && event.origin === origin;
}

function shortened(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
