/** Checks a link or a file part by part; what is wrong is replaced, and the problem is told. */

import * as v from "valibot";
import { msg, t } from "@/language/words";

import {
  DIGEST_DIGITS,
  type Problems,
  quoted,
  type ReadShare,
  SHARED_ACTIONS_MAX,
  SHARED_BOOKMARKS_MAX,
  SHARED_EXPECTS_MAX,
  SHARED_INSTANT_MAX_US,
  SHARED_NAME_LENGTH_MAX,
  SHARED_NOTE_LENGTH_MAX,
  SHARED_SCENARIO_LENGTH_MAX,
  type Share,
  type SharedAction,
  type SharedBookmark,
  type SharedExpectation,
  type SharedScenario,
} from "./share";

/** What was found: the parts of a share, none of them known to be good. */
export type Found = { [part in keyof Share]?: unknown };

/** Members within members of an action: more is no action of anything. */
const DEPTH_MAX = 5;

export const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const instant = v.pipe(whole, v.maxValue(SHARED_INSTANT_MAX_US));
const id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,80}$/));
const name = v.pipe(v.string(), v.maxLength(SHARED_NAME_LENGTH_MAX));
const note = v.pipe(v.string(), v.maxLength(SHARED_NOTE_LENGTH_MAX));

export const scenario = v.variant("kind", [
  v.object({
    kind: v.literal("builtin"),
    id,
    stamp: v.pipe(v.string(), v.regex(/^[0-9a-f]{14}$/)),
  }),
  v.object({
    kind: v.literal("file"),
    name,
    text: v.pipe(v.string(), v.minLength(1), v.maxLength(SHARED_SCENARIO_LENGTH_MAX)),
  }),
]);
const builtinWithoutStamp = v.object({ kind: v.literal("builtin"), id });
const selected = v.pipe(
  v.string(),
  v.regex(
    /^(?:(?:message|node|request|range|event):\d{1,15}|(?:replica|link|entry):\d{1,15}:\d{1,15})$/,
  ),
);
const lesson = v.object({ id, step: v.union([id, v.literal("")]) });
const bookmark = v.object({ us: instant, name, note: v.optional(note, "") });
const expectation = v.object({
  metric: v.pipe(v.string(), v.maxLength(200)),
  at_most: v.optional(v.number()),
  at_least: v.optional(v.number()),
});
export const action = v.object({
  at_us: instant,
  action: v.pipe(
    v.looseObject({ do: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,40}$/)) }),
    v.check((value) => isShallow(value, DEPTH_MAX)),
  ),
});

/** Null when there is no scenario to open. */
export function readShare(found: Found, problems: Problems): ReadShare {
  const from = scenarioOf(found.scenario, problems);
  if (from === undefined) return { share: null, problems: problems.list };
  const part = partsOf(found, problems);
  const actions = actionsOf(found.actions, problems);
  const at_us = part(
    "at_us",
    instant,
    0,
    t("an instant of at most 24 h"),
    t("It was opened at 0 s."),
  );
  const furthest = part(
    "furthest_us",
    instant,
    at_us,
    t("an instant of at most 24 h"),
    t("It was left out."),
  );
  const share: Share = {
    scenario: from,
    variant: part(
      "variant",
      v.pipe(v.string(), v.maxLength(120)),
      "",
      t("a name"),
      t("The scenario’s first variant was taken."),
    ),
    seed: part(
      "seed",
      v.nullable(whole),
      null,
      t("a whole number from 0"),
      t("The scenario’s own seed was taken."),
    ),
    at_us,
    event: part(
      "event",
      v.nullable(whole),
      null,
      t("a whole number from 0"),
      t("It was left out."),
    ),
    digest: part(
      "digest",
      v.pipe(v.string(), v.regex(DIGEST)),
      "",
      t("{n} hexadecimal digits", { n: DIGEST_DIGITS }),
      t("Nobody can tell whether it is the same run."),
    ),
    furthest_us: Math.max(at_us, furthest, actions.at(-1)?.at_us ?? 0),
    range: part(
      "range",
      v.nullable(whole),
      null,
      t("a number of a range"),
      t("The first range is shown."),
    ),
    view: part(
      "view",
      v.union([id, v.literal("")]),
      "",
      t("a name of a view"),
      t("The view stays as it is."),
    ),
    select: part(
      "select",
      v.union([selected, v.literal("")]),
      "",
      t("a thing and its number"),
      t("Nothing was selected."),
    ),
    lesson: part(
      "lesson",
      v.nullable(lesson),
      null,
      t("names of a lesson and a step"),
      t("No lesson was opened."),
    ),
    bookmarks: bookmarksOf(found.bookmarks, problems),
    actions,
    expects: expectsOf(found.expects, problems),
  };
  return { share, problems: problems.list };
}

const DIGEST = new RegExp(`^(?:[0-9a-f]{${DIGEST_DIGITS}})?$`);

function scenarioOf(found: unknown, problems: Problems): SharedScenario | undefined {
  const read = v.safeParse(scenario, found);
  if (read.success) return read.output;
  const named = v.safeParse(builtinWithoutStamp, found);
  if (named.success) {
    const { stamp } = found as { stamp?: unknown };
    if (stamp !== undefined && stamp !== "") {
      problems.add(
        "stamp",
        wanted(stamp, t("{n} hexadecimal digits", { n: 14 })),
        t("The scenario was opened as it is now."),
      );
    }
    return { kind: "builtin", id: named.output.id, stamp: "" };
  }
  const where = "scenario";
  if (found === undefined)
    problems.add(where, t("No scenario is named."), t("Nothing was opened."));
  else
    problems.add(
      where,
      wanted(found, t("a scenario’s name or its text")),
      t("Nothing was opened."),
    );
  return undefined;
}

type Schema<T> = v.GenericSchema<unknown, T>;

/** Takes a part, or something instead; a part that is not there is no problem. */
function partsOf(found: Found, problems: Problems) {
  return <T>(
    key: keyof Share,
    schema: Schema<T>,
    other: T,
    expected: string,
    instead: string,
  ): T => {
    const value = found[key];
    if (value === undefined) return other;
    const read = v.safeParse(schema, value);
    if (read.success) return read.output;
    problems.add(NAMES[key] ?? key, wanted(value, expected), instead);
    return other;
  };
}

/** As links call them. */
const NAMES: { [part in keyof Share]?: string } = { at_us: "at", furthest_us: "until" };

function bookmarksOf(found: unknown, problems: Problems): SharedBookmark[] {
  const marks: SharedBookmark[] = [];
  for (const [i, value] of listOf("bookmarks", found, SHARED_BOOKMARKS_MAX, problems).entries()) {
    const read = v.safeParse(bookmark, value);
    if (read.success) marks.push(read.output);
    else
      problems.add(
        t("bookmark {n}", { n: i + 1 }),
        wanted(value, t("an instant, a name and a note")),
        t(LEFT_OUT),
      );
  }
  return marks.toSorted((a, b) => a.us - b.us);
}

function expectsOf(found: unknown, problems: Problems): SharedExpectation[] {
  const expects: SharedExpectation[] = [];
  for (const [i, value] of listOf("expectations", found, SHARED_EXPECTS_MAX, problems).entries()) {
    const read = v.safeParse(expectation, value);
    if (read.success) expects.push(read.output);
    else
      problems.add(
        t("expectation {n}", { n: i + 1 }),
        wanted(value, t("a metric and a bound")),
        t(LEFT_OUT),
      );
  }
  return expects;
}

function actionsOf(found: unknown, problems: Problems): SharedAction[] {
  const actions: SharedAction[] = [];
  let isSorted = true;
  for (const [i, value] of listOf("actions", found, SHARED_ACTIONS_MAX, problems).entries()) {
    const read = v.safeParse(action, value);
    if (!read.success) {
      problems.add(
        t("action {n}", { n: i + 1 }),
        wanted(value, t("an instant and an action")),
        t(LEFT_OUT),
      );
      continue;
    }
    isSorted &&= (actions.at(-1)?.at_us ?? 0) <= read.output.at_us;
    actions.push(read.output);
  }
  if (isSorted) return actions;
  problems.add(
    "actions",
    t("They do not stand in the order of their instants."),
    t("They were put in order."),
  );
  return actions.toSorted((a, b) => a.at_us - b.at_us);
}

const LEFT_OUT = msg("It was left out.");

function listOf(where: string, found: unknown, most: number, problems: Problems): unknown[] {
  if (found === undefined) return [];
  if (!Array.isArray(found)) {
    problems.add(where, wanted(found, t("a list")), t("They were left out."));
    return [];
  }
  if (found.length <= most) return found;
  const text = t("There are {found}; at most {most} were expected.", { found: found.length, most });
  problems.add(where, text, t("The first {most} were taken.", { most }));
  return found.slice(0, most);
}

function wanted(found: unknown, expected: string): string {
  return t("{found} was found; {expected} was expected.", {
    found: quoted(shown(found)),
    expected,
  });
}

function shown(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return t("a list");
  const members = Object.entries(value).filter(([, one]) => typeof one !== "object");
  return members
    .map(([key, one]) => `${key} ${String(one).slice(0, 60)}`)
    .join(t(", "))
    .slice(0, 200);
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}
