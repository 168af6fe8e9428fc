/** What is said in a class, and within which bounds; what no schema knows is nothing. */

import * as v from "valibot";

import { ACTIONS_MAX } from "@/session/session";

/** In UTF-8, as the server counts. Longer is neither sent nor read. */
export const SAID_BYTES_MAX = 100_000;
export const ANSWER_BYTES_MAX = 512;
/** Actions of one message; a longer log comes in several. */
export const ACTIONS_IN_ONE = 200;
const ACTION_BYTES_IN_ONE = SAID_BYTES_MAX / 2;
export const NAME_LENGTH_MAX = 40;
/** In simulated seconds a second. */
export const SPEED_LEAST = 0.01;
/** A day of simulated time. */
const INSTANT_MAX_US = 86_400_000_000;

/** Subjects of one class. `say` is stored by the server, and then told as `said`. */
export function subjectsOf(code: string) {
  return {
    do: `class.${code}.say.do`,
    beat: `class.${code}.say.beat`,
    saidDo: `class.${code}.said.do`,
    saidBeat: `class.${code}.said.beat`,
    said: `class.${code}.said.*`,
    /** Which page leads: the last that was stored. */
    lead: `class.${code}.say.lead`,
    saidLead: `class.${code}.said.lead`,
    /** That it is there; kept nowhere. */
    saidHere: `class.${code}.said.here`,
    /** As a student writes them, to the subjects of its own seat. */
    answer: (id: string) => `class.${code}.answer.${id}`,
    here: (id: string) => `class.${code}.here.${id}`,
    /** As they reach the teacher: within bounds, and stored where they are answers. */
    kept: (id: string) => `class.${code}.kept.${id}`,
    present: (id: string) => `class.${code}.present.${id}`,
  };
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const instant = v.pipe(count, v.maxValue(INSTANT_MAX_US));
const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/));
const short = v.pipe(v.string(), v.maxLength(200));

const scenario = v.variant("kind", [
  v.object({ kind: v.literal("builtin"), id, stamp: short }),
  /** `packed` as shared links pack a text. */
  v.object({ kind: v.literal("file"), name: short, packed: v.string() }),
]);

/** What an action means the engine judges. */
const logged = v.object({
  at_us: instant,
  action: v.looseObject({ do: v.pipe(v.string(), v.maxLength(40)) }),
  text: v.pipe(v.string(), v.maxLength(400)),
});
const actions = v.pipe(v.array(logged), v.maxLength(ACTIONS_IN_ONE));

const lessonPlace = v.object({ id, step: id, began_us: v.nullable(instant) });

const said = v.variant("t", [
  /** Another run: nothing that was said before it counts. */
  v.object({ t: v.literal("run"), scenario, variant: short, seed: count, build: short, actions }),
  /** The log from here on: so many of its actions stay, these follow. */
  v.object({ t: v.literal("log"), keep: v.pipe(count, v.maxValue(ACTIONS_MAX)), add: actions }),
  v.object({ t: v.literal("look"), range: count, select: short, view: short }),
  v.object({ t: v.literal("lesson"), at: v.nullable(lessonPlace) }),
  /** Whether students are asked to say who they are. */
  v.object({ t: v.literal("names"), ask: v.boolean() }),
  v.object({ t: v.literal("end") }),
]);

const speed = v.pipe(v.number(), v.minValue(SPEED_LEAST), v.maxValue(100));

/** Where the run stands. `after`: the last thing said before it, by its number. */
const beat = v.object({
  us: instant,
  events: count,
  digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  playing: v.boolean(),
  speed,
  /** As fast as it really goes, where that is slower. */
  rate: v.optional(speed),
  after: count,
});

const place = v.pipe(count, v.maxValue(99));

const answered = v.variant("t", [
  v.object({ t: v.literal("answer"), lesson: id, step: id, answer: place }),
  v.object({ t: v.literal("goal"), lesson: id, step: id }),
]);

/** That a student is there: how, and whether their run is the teacher's. */
const here = v.object({
  follows: v.boolean(),
  same: v.picklist(["yes", "not-yet", "healed", "no"]),
  name: v.pipe(v.string(), v.maxLength(NAME_LENGTH_MAX)),
  gone: v.optional(v.boolean()),
});

/** By whom the class is led: a random number of the page. */
const lead = v.object({ by: v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/)) });

export type Said = v.InferOutput<typeof said>;
export type SaidRun = Extract<Said, { t: "run" }>;
export type SaidLook = Extract<Said, { t: "look" }>;
export type SaidLesson = v.InferOutput<typeof lessonPlace>;
export type SaidAction = v.InferOutput<typeof logged>;
export type Beat = v.InferOutput<typeof beat>;
export type Answered = v.InferOutput<typeof answered>;
export type Here = v.InferOutput<typeof here>;
export type Sameness = Here["same"];

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** As many actions from the first on as one message can say, beside what else is in it; one at least. */
export function partOf(actions: readonly SaidAction[]): SaidAction[] {
  let bytes = 0;
  const end = actions.findIndex((one, i) => {
    bytes += bytesOf(JSON.stringify(one));
    return i === ACTIONS_IN_ONE || (i > 0 && bytes > ACTION_BYTES_IN_ONE);
  });
  return actions.slice(0, end < 0 ? undefined : end);
}

/** Undefined: not understood, for whatever reason. */
export const readSaid = (text: string) => read(said, text, SAID_BYTES_MAX);
export const readBeat = (text: string) => read(beat, text, ANSWER_BYTES_MAX);
export const readLead = (text: string) => read(lead, text, ANSWER_BYTES_MAX);
export const readAnswered = (text: string) => read(answered, text, ANSWER_BYTES_MAX);
export const readHere = (text: string) => read(here, text, ANSWER_BYTES_MAX);

function read<T>(schema: v.GenericSchema<unknown, T>, text: string, most: number): T | undefined {
  if (bytesOf(text) > most) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
}

/** By it a student's messages are told apart: nobody else can know it. */
export function newStudentId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function isStudentId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}
