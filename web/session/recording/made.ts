/** The scenario file that a recording becomes, from the file that replays the session. Pure. */

import type { LoggedAction } from "@/engine/types";
import { t } from "@/language/words";
import { durationText, durationUs } from "@/model/durations";
import { formatInstant } from "@/model/units";
import type { Session } from "../session";
import type { FigureGoal } from "./goals";

export interface Made {
  title: string;
  text: string;
  endUs: number;
  goals: readonly FigureGoal[];
}

interface File {
  duration?: unknown;
  measure_from?: unknown;
  actions?: { at: unknown }[];
  show?: { from?: unknown; beats?: unknown };
  expect?: unknown;
}

/** `replay` is what the engine wrote: its actions stand at instants in microseconds. */
export function fileOf(replay: string, { title, text, endUs, goals }: Made): string {
  const file = JSON.parse(replay) as File & Record<string, unknown>;
  const isAfter = (instant: unknown): boolean => (durationUs(instant) ?? 0) > endUs;
  const { expect: _none, measure_from, show, actions = [], ...rest } = file;
  // What is said of the run speaks of what happened in it before.
  const { from, beats: _said, ...shown } = show ?? {};
  const made = {
    ...rest,
    title,
    text,
    duration: durationText(endUs),
    // A warm-up ends before the run does.
    ...(measure_from === undefined || isAfter(measure_from) || durationUs(measure_from) === endUs
      ? {}
      : { measure_from }),
    actions: actions.filter(({ at }) => !isAfter(at)),
    ...(show === undefined
      ? {}
      : { show: from === undefined || isAfter(from) ? shown : { ...shown, from } }),
    ...(goals.length === 0 ? {} : { expect: goals }),
  };
  return `${JSON.stringify(made, null, 2)}\n`;
}

/** The session as if only these had been done in it, and nothing were expected. */
export function sessionWith(session: Session, actions: LoggedAction[]): Session {
  const branches = session.branches.map((branch) =>
    branch.id === session.current ? { ...branch, actions } : branch,
  );
  return { ...session, branches, expects: [] };
}

/** A few words to begin with, which a person may write anew. */
export function describedBy(title: string, done: readonly LoggedAction[]): string {
  const acts = done
    .slice(0, ACTS_MAX)
    .reduce(
      (before, { at_us, text }) =>
        t("{before} At {at}: {text}", { before, at: formatInstant(at_us), text }),
      t("Recorded from “{title}”.", { title }),
    );
  const more = done.length - ACTS_MAX;
  return more > 0 ? t("{before} And {more} more.", { before: acts, more }) : acts;
}

const ACTS_MAX = 3;

/** Its title in lower case. */
export function fileNameOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return `${slug.slice(0, 80) || "recorded"}.json`;
}
