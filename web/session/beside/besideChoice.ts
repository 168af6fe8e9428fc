/** What a run beside the first one differs in, and the scenario and log that make it. Pure. */

import type { LoggedAction, Settings } from "@/engine/types";

export type BesideChoice =
  | { kind: "variant"; variant: string }
  /** One setting, from the start to the end of the run. */
  | { kind: "setting"; key: keyof Settings; value: string | boolean }
  /** Another branch of the session, by its number. */
  | { kind: "branch"; id: number };

/** The logs of two branches when one was put beside the other. */
export interface BranchLogs {
  /** Of the second run. */
  other: readonly LoggedAction[];
  /** Of the first: what is not among these was done since, and belongs to both. */
  known: ReadonlySet<LoggedAction>;
}

/** The scenario that the second run is opened with. */
export function scenarioBeside(text: string, variant: string, choice: BesideChoice): string {
  if (choice.kind !== "setting") return text;
  const file: unknown = JSON.parse(text);
  if (!isObject(file)) return text;
  setThroughout(file, choice);
  const own = isObject(file.variants) ? file.variants[variant] : undefined;
  if (isObject(own)) setThroughout(own, choice);
  return JSON.stringify(file);
}

/** What the person did, but for what the choice holds fixed. */
export function actionsBeside(
  actions: LoggedAction[],
  choice: BesideChoice,
  logs?: BranchLogs,
): LoggedAction[] {
  if (choice.kind === "branch" && logs !== undefined) {
    const since = actions.filter((action) => !logs.known.has(action));
    return [...logs.other, ...since].sort((a, b) => a.at_us - b.at_us);
  }
  if (choice.kind !== "setting") return actions;
  return actions.flatMap((logged) => {
    const { action } = logged;
    if (!("settings" in action) || !(choice.key in action.settings)) return [logged];
    const settings = without(action.settings as Record<string, unknown>, choice.key);
    if (Object.keys(settings).length === 0) return [];
    return [{ ...logged, action: { ...action, settings: settings as Partial<Settings> } }];
  });
}

/** The setting at the start, and in no action of the script. */
function setThroughout(
  file: Record<string, unknown>,
  { key, value }: Extract<BesideChoice, { kind: "setting" }>,
): void {
  file.settings = { ...(isObject(file.settings) ? file.settings : {}), [key]: value };
  if (!Array.isArray(file.actions)) return;
  file.actions = file.actions.flatMap((action: unknown) => {
    if (!isObject(action) || !isObject(action.settings)) return [action];
    const settings = without(action.settings, key);
    return Object.keys(settings).length === 0 ? [] : [{ ...action, settings }];
  });
}

function without(settings: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([known]) => known !== key));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
