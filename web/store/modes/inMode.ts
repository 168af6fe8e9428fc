/**
 * The same run with all its reads served in one mode: the scenario and the log that make it. Loads,
 * gateways and requests by hand that have a mode of their own give it up. Pure.
 * Must not know workers.
 */

import type { LoggedAction, ReadMode } from "@/protocol/engine";
import { actionsBeside, type BesideChoice, scenarioBeside } from "../besideChoice";

type Fields = Record<string, unknown>;

function choiceOf(mode: ReadMode): BesideChoice {
  return { kind: "setting", key: "read_mode", value: mode };
}

/** The scenario file with one mode from the start to the end. */
export function scenarioInMode(text: string, variant: string, mode: ReadMode): string {
  const set = scenarioBeside(text, variant, choiceOf(mode));
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
export function actionsInMode(actions: LoggedAction[], mode: ReadMode): LoggedAction[] {
  return actionsBeside(actions, choiceOf(mode)).map((logged) => {
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
