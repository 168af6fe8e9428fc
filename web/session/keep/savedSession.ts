/** Reads a session that was kept, of this format or of an earlier one. */

import * as v from "valibot";
import type { LoggedAction } from "@/engine/types";
import { t } from "@/language/words";
import {
  ACTIONS_MAX,
  BOOKMARKS_MAX,
  BRANCHES_MAX,
  type Branch,
  EXPECTS_MAX,
  NAME_LENGTH_MAX,
  NOTE_LENGTH_MAX,
  type SavedSession,
  SESSION_FORMAT,
} from "../session";

const METRIC_LENGTH_MAX = 200;
const FIRST_FORMAT = "raft-atlas-session/1";

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

const common = {
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
};

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

const present = v.pipe(
  v.object({
    ...common,
    format: v.literal(SESSION_FORMAT),
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

/** Before branches had names: logs that were set aside. */
const first = v.object({
  ...common,
  format: v.literal(FIRST_FORMAT),
  actions: loggedActions,
  futures: v.optional(v.array(v.object({ actions: loggedActions, furthest_us: instant })), []),
});

/** Undefined when it is not a session. */
export function parseSavedSession(stored: unknown): SavedSession | undefined {
  const result = v.safeParse(present, stored);
  if (result.success) return result.output as SavedSession;
  const earlier = v.safeParse(first, stored);
  return earlier.success ? fromFirst(earlier.output) : undefined;
}

function fromFirst({ futures, actions: own, ...rest }: v.InferOutput<typeof first>): SavedSession {
  const actions = own as LoggedAction[];
  const made = { name: "", furthest_us: rest.furthest_us, actions };
  const branches: Branch[] = [{ ...made, id: 0, parent: -1, fork_us: 0, cause: "" }];
  for (const future of futures.slice(1 - BRANCHES_MAX)) {
    const log = future.actions as LoggedAction[];
    const parts = partOf(actions, log);
    branches.push({
      id: branches.length,
      name: "",
      parent: 0,
      fork_us: Math.max(0, (parts?.at_us ?? future.furthest_us) - 1),
      cause: parts?.text ?? t("Set aside."),
      actions: log,
      furthest_us: future.furthest_us,
    });
  }
  return { ...rest, format: SESSION_FORMAT, branches, current: 0, bookmarks: [] };
}

/** The first action of a log that another one has not. */
function partOf(actions: LoggedAction[], log: LoggedAction[]): LoggedAction | undefined {
  return log.find((action, i) => JSON.stringify(action) !== JSON.stringify(actions[i]));
}
