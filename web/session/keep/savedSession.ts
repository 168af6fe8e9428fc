/** Reads a session that was kept. */

import * as v from "valibot";
import {
  ACTIONS_MAX,
  BOOKMARKS_MAX,
  BRANCHES_MAX,
  EXPECTS_MAX,
  NAME_LENGTH_MAX,
  NOTE_LENGTH_MAX,
  type SavedSession,
  SESSION_FORMAT,
} from "../session";

const METRIC_LENGTH_MAX = 200;

const instant = v.pipe(v.number(), v.finite(), v.minValue(0));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const name = v.pipe(v.string(), v.maxLength(NAME_LENGTH_MAX));
/** Sessions kept before bookmarks had notes have none. */
const note = v.optional(v.pipe(v.string(), v.maxLength(NOTE_LENGTH_MAX)), "");

const loggedActions = v.pipe(
  v.array(
    v.object({ at_us: instant, action: v.looseObject({ do: v.string() }), text: v.string() }),
  ),
  v.maxLength(ACTIONS_MAX),
);

const branch = v.object({
  id: whole,
  name,
  parent: v.pipe(v.number(), v.safeInteger(), v.minValue(-1)),
  fork_us: instant,
  cause: v.string(),
  actions: loggedActions,
  furthest_us: instant,
});

const expectation = v.object({
  metric: v.pipe(v.string(), v.maxLength(METRIC_LENGTH_MAX)),
  at_most: v.optional(v.number()),
  at_least: v.optional(v.number()),
});

const session = v.pipe(
  v.object({
    format: v.literal(SESSION_FORMAT),
    id: v.optional(v.pipe(v.string(), v.maxLength(100)), ""),
    source: v.variant("kind", [
      v.object({ kind: v.literal("builtin"), id: v.string() }),
      v.object({ kind: v.literal("file"), name: v.string(), text: v.string() }),
    ]),
    text: v.string(),
    variant: v.string(),
    seed: whole,
    furthest_us: v.optional(instant, 0),
    now_us: instant,
    saved_at_ms: instant,
    speed: v.pipe(v.number(), v.minValue(0.01), v.maxValue(100)),
    range: whole,
    lesson: v.optional(
      v.nullable(v.object({ id: v.string(), step: v.string(), began_us: v.optional(v.number()) })),
      null,
    ),
    // One more than a person may begin: an engine that stopped may leave another one.
    branches: v.pipe(v.array(branch), v.minLength(1), v.maxLength(BRANCHES_MAX + 1)),
    current: whole,
    expects: v.optional(v.pipe(v.array(expectation), v.maxLength(EXPECTS_MAX))),
    bookmarks: v.pipe(
      v.array(v.object({ id: whole, name, us: instant, branch: whole, note })),
      v.maxLength(BOOKMARKS_MAX),
    ),
  }),
  v.check(({ branches, current, bookmarks }) => {
    const ids = branches.map(({ id }) => id);
    const known = new Set(ids);
    // A parent comes before its branches: there is no circle.
    const isTree = branches.every(({ parent }, i) => parent < 0 || ids.indexOf(parent) < i);
    const areKnown = branches.every(({ parent }) => parent < 0 || known.has(parent));
    const marksKnown = bookmarks.every((mark) => known.has(mark.branch));
    return known.size === ids.length && known.has(current) && isTree && areKnown && marksKnown;
  }),
);

/** Undefined when it is not a session. */
export function parseSavedSession(stored: unknown): SavedSession | undefined {
  const result = v.safeParse(session, stored);
  return result.success ? (result.output as SavedSession) : undefined;
}
