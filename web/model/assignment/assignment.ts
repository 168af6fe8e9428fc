/** What a teacher's link asks for: a lesson or a challenge, until when, and the seeds. */

import * as v from "valibot";
import { t } from "@/language/words";
import type { Fetched } from "../fetched";
import { stampOf } from "../stamp";

/** Enough that neighbours seldom share one; each is played when the link is made. */
export const SEEDS_MAX = 24;
/** What a token looks like, before anybody reads it. */
export const TOKEN = /^[A-Za-z0-9_-]{20,2000}$/;
const SEED_MAX = 999_999_999;

const id = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/));
const assignment = v.strictObject({
  format: v.literal("raft-atlas-assignment/1"),
  of: v.variant("kind", [
    v.strictObject({ kind: v.literal("lesson"), id }),
    v.strictObject({ kind: v.literal("challenge"), id }),
  ]),
  /** By the calendar, in ms since 1970; null: no date. */
  due_ms: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** Stars that are asked of a challenge, or goals of a lesson. */
  least: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60)),
  /** Words of one's own are asked for. */
  words: v.boolean(),
  /** Hints of a challenge may be seen. */
  hints: v.boolean(),
  /** Letters that say which name has which seed. */
  salt: v.pipe(v.string(), v.regex(/^[0-9a-f]{8,32}$/)),
  /** In each a solution was played; none of a lesson, whose steps are written for its own. */
  seeds: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(SEED_MAX))),
    v.maxLength(SEEDS_MAX),
  ),
});

export type Assignment = v.InferOutput<typeof assignment>;

/** The part of an address that is an assignment: letters that no address changes. */
export function writeToken(content: Assignment): string {
  return btoa(JSON.stringify(content))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export function readToken(token: string): Fetched<Assignment> {
  try {
    const data: unknown = JSON.parse(atob(token.replaceAll("-", "+").replaceAll("_", "/")));
    return { ok: true, value: v.parse(assignment, data) };
  } catch {
    return { ok: false, message: t("The link has no assignment that this page can read.") };
  }
}

/** The token of a whole link, or a token by itself. */
export function tokenIn(text: string): string {
  const named = /[?&]assignment=([A-Za-z0-9_-]+)/.exec(text);
  return named?.[1] ?? text.trim();
}

/** Seeds that a salt gives, to be played before any is used. */
export function candidates(salt: string, count: number): number[] {
  return Array.from({ length: count }, (_, at) => numberOf(`${salt} seed ${at}`, SEED_MAX) + 1);
}

/** The seed that a name has; null: everybody has the run's own. However the name is set, it is one. */
export function seedOf({ salt, seeds }: Assignment, name: string): number | null {
  const plain = name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
  return seeds[numberOf(`${salt} ${plain}`, seeds.length)] ?? null;
}

/** From 0 to below `below`. */
function numberOf(text: string, below: number): number {
  return below === 0 ? 0 : Number.parseInt(stampOf(text), 16) % below;
}

/** The query of the link, with its question mark. */
export function assignmentQuery(content: Assignment): string {
  const { kind, id } = content.of;
  const opens = kind === "lesson" ? `lesson=${id}` : `scenario=challenge.${id}&paused`;
  return `?${opens}&assignment=${writeToken(content)}`;
}
