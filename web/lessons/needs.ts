/** What a step asks a person to do, out of its recorded solution; what is done and what is due. */

import type { Action, LessonStep, LoggedAction, Settings } from "@/engine/types";
import { targetOf } from "@/model/acts/filled";

export interface Need {
  /** An action, or a setting to be chosen: its value is the person's to find. */
  what: { action: Action } | { setting: keyof Settings };
  isDone: boolean;
}

export interface Needs {
  all: readonly Need[];
  /** What comes next, once its time has come; null: the run has to go on first. */
  due: Need | null;
}

interface Now {
  /** Done in the run that is shown. */
  actions: readonly LoggedAction[];
  /** Where the step began. */
  beganUs: number;
  nowUs: number;
}

interface Timed {
  what: Need["what"];
  /** After the one before it. */
  afterUs: number;
}

/** Of a step at an instant. Nothing is asked for where nothing was recorded. */
export function needsOf(step: Pick<LessonStep, "solution">, now: Now): Needs {
  const own = now.actions.filter(({ at_us }) => at_us > now.beganUs && at_us <= now.nowUs);
  const left = [...own];
  const wanted = wantedBy(step);
  // The same action first, then one of its kind elsewhere: "crash any two stores".
  const doneBy = new Map<Timed, LoggedAction>();
  for (const meets of [isSame, isAlike]) {
    for (const one of wanted) {
      const at = doneBy.has(one) ? -1 : left.findIndex(({ action }) => meets(one.what, action));
      const found = left[at];
      if (found === undefined) continue;
      doneBy.set(one, found);
      if (!("setting" in one.what)) left.splice(at, 1);
    }
  }
  const all = wanted.map((one) => ({ what: one.what, isDone: doneBy.has(one) }));
  const at = all.findIndex(({ isDone }) => !isDone);
  const waits = at > 0 ? (wanted[at]?.afterUs ?? 0) : 0;
  const lastUs = own.reduce((latest, { at_us }) => Math.max(latest, at_us), now.beganUs);
  return { all, due: now.nowUs - lastUs >= waits ? (all[at] ?? null) : null };
}

function wantedBy({ solution }: Pick<LessonStep, "solution">): Timed[] {
  let beforeUs = 0;
  const wanted: Timed[] = [];
  for (const { at_us, action } of solution?.actions ?? []) {
    const read = action as Action;
    const afterUs = at_us - beforeUs;
    beforeUs = at_us;
    if (!("settings" in read)) wanted.push({ what: { action: read }, afterUs });
    else
      for (const setting of Object.keys(read.settings) as (keyof Settings)[])
        wanted.push({ what: { setting }, afterUs });
  }
  return wanted;
}

function isSame(what: Need["what"], done: Action): boolean {
  if ("setting" in what) return "settings" in done && done.settings[what.setting] !== undefined;
  return what.action.do === done.do && targetOf(what.action) === targetOf(done);
}

function isAlike(what: Need["what"], done: Action): boolean {
  return "action" in what && what.action.do === done.do;
}
