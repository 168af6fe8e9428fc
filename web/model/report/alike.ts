/** Reports of one run: the same actions at the same microseconds, which no two people press. */

import { stampOf } from "../stamp";
import type { LabReport, MetRun, RecordedRun } from "./report";

/** What is compared of a run: whatever else its report says of it. */
export interface Print {
  print: string;
  byChance: boolean;
}

export interface Alike<K> {
  other: K;
  /** All was done at whole milliseconds: where people stop a run, two can stop it at the same. */
  byChance: boolean;
}

/** For each key whose report has a run in common with others: with which. */
export function alikeReports<K>(
  reports: readonly (readonly [K, readonly Print[]])[],
): Map<K, readonly Alike<K>[]> {
  const owners = new Map<string, { keys: Set<K>; byChance: boolean }>();
  for (const [key, prints] of reports)
    for (const { print, byChance } of prints) {
      const owned = owners.get(print) ?? { keys: new Set(), byChance };
      owned.keys.add(key);
      owners.set(print, owned);
    }
  const alike = new Map<K, Map<K, boolean>>();
  for (const { keys, byChance } of owners.values())
    for (const key of keys)
      for (const other of keys) {
        if (other === key) continue;
        const known = alike.get(key) ?? new Map<K, boolean>();
        alike.set(key, known.set(other, byChance && known.get(other) !== false));
      }
  const list = (of: Map<K, boolean>) => [...of].map(([other, byChance]) => ({ other, byChance }));
  return new Map([...alike].map(([key, others]) => [key, list(others)]));
}

/** The report's own run, and all that reached goals together: one act of a lesson is everybody's. */
export function printsOf({ run, lesson }: LabReport): Print[] {
  const goals = (lesson?.steps ?? []).flatMap((step) => (step.run === null ? [] : [step.run]));
  return [[run], goals].flatMap((runs) => {
    const instants = runs.flatMap(({ actions }) => actions.map(({ at_us }) => at_us));
    // Before anything runs everybody sets the same: that is no likeness.
    if (instants.every((us) => us <= 1)) return [];
    return [{ print: printOf(runs), byChance: instants.every(isWholeMs) }];
  });
}

/** An act in a run that stands comes a microsecond after where it stands. */
function isWholeMs(us: number): boolean {
  return us % 1_000 <= 1;
}

/** The seed is left out: the same hand in another seed is the same hand. */
function printOf(runs: readonly (RecordedRun | MetRun)[]): string {
  const parts = runs.map(({ scenario, actions }) => [
    scenario.kind === "builtin" ? scenario.id : scenario.text,
    actions.map(({ at_us, action }) => [at_us, sorted(action)]),
  ]);
  return stampOf(JSON.stringify(parts));
}

/** Members in one order, however a file has them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)]);
}
