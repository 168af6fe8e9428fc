/** The same run with all its reads in one mode; those that have a mode of their own give it up. */

import type { LoggedAction, ReadMode, Settings } from "@/engine/types";
import { msg } from "@/language/words";
import { actionsBeside, type BesideChoice, scenarioBeside } from "../beside/besideChoice";

type Fields = Record<string, unknown>;

/** What a mode cannot do without: another setting, set where the run leaves it at rest. */
export interface NeededSetting {
  key: "safe_time" | "timestamps";
  rest: string;
  value: string;
  /** What is said of it beside the mode. */
  text: string;
}

const NEEDED_SETTINGS: Partial<Record<ReadMode, NeededSetting>> = {
  stale: { key: "safe_time", rest: "off", value: "hybrid", text: msg("with safe times") },
  version: { key: "timestamps", rest: "none", value: "tso", text: msg("with timestamps") },
};

/** Undefined where the mode needs nothing, or the run has it. */
export function neededSetting(
  mode: ReadMode,
  settings: Pick<Settings, NeededSetting["key"]>,
): NeededSetting | undefined {
  const needed = NEEDED_SETTINGS[mode];
  return needed && settings[needed.key] === needed.rest ? needed : undefined;
}

function choicesOf(mode: ReadMode, also: NeededSetting | undefined): BesideChoice[] {
  const one: BesideChoice = { kind: "setting", key: "read_mode", value: mode };
  return also === undefined ? [one] : [one, { kind: "setting", key: also.key, value: also.value }];
}

/** The scenario file with one mode from the start to the end. */
export function scenarioInMode(
  text: string,
  variant: string,
  mode: ReadMode,
  also?: NeededSetting,
): string {
  const set = choicesOf(mode, also).reduce(
    (now, choice) => scenarioBeside(now, variant, choice),
    text,
  );
  const file: unknown = JSON.parse(set);
  if (!isObject(file)) return set;
  const variants = isObject(file.variants) ? file.variants : {};
  for (const part of [file, variants[variant]]) {
    if (!isObject(part)) continue;
    giveUp(part.workload, "read_mode");
    giveUp(part.actions, "read_mode");
    if (isObject(part.topology)) giveUp(part.topology.gateways, "read_mode");
  }
  return JSON.stringify(file);
}

/** What the person did, but for choosing modes. */
export function actionsInMode(
  actions: LoggedAction[],
  mode: ReadMode,
  also?: NeededSetting,
): LoggedAction[] {
  const left = choicesOf(mode, also).reduce((now, choice) => actionsBeside(now, choice), actions);
  return left.map((logged) => {
    if (!("read_mode" in logged.action)) return logged;
    const { read_mode: _, ...action } = logged.action;
    return { ...logged, action };
  });
}

function giveUp(list: unknown, key: string): void {
  if (!Array.isArray(list)) return;
  for (const one of list) if (isObject(one)) delete one[key];
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
