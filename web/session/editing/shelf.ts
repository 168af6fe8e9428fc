/** A person's own scenarios, kept on this device by name; every failure becomes a sentence. */

import { createStore, del, entries, set, type UseStore } from "idb-keyval";
import * as v from "valibot";

import { msg, t } from "@/language/words";
import { SCENARIO_BYTES_MAX } from "../session";

export interface OwnScenario {
  name: string;
  text: string;
  /** Wall time. */
  keptAtMs: number;
}

export type Listed =
  | { ok: true; scenarios: OwnScenario[]; unreadable: number }
  | { ok: false; message: string };

/** Null: done; else a sentence that says why not. */
export type Outcome = string | null;

export const OWN_MAX = 200;
export const NAME_MAX = 120;

const BLOCKED = msg(
  "This browser does not let the page keep scenarios. Save it as a file instead.",
);
const FULL = msg("There is no room left on this device. Save it as a file, or remove another one.");

const kept = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(NAME_MAX)),
  text: v.pipe(v.string(), v.maxLength(SCENARIO_BYTES_MAX)),
  keptAtMs: v.pipe(v.number(), v.finite()),
});

let opened: UseStore | undefined;

/** A database of its own, so that listing it does not read the session. */
function shelf(): UseStore {
  opened ??= createStore("raft-atlas-scenarios", "scenarios");
  return opened;
}

/** The latest first. */
export async function listOwn(): Promise<Listed> {
  let stored: [IDBValidKey, unknown][];
  try {
    stored = await entries(shelf());
  } catch {
    return { ok: false, message: t(BLOCKED) };
  }
  const read = stored.map(([, value]) => v.safeParse(kept, value));
  const scenarios = read.flatMap((one) => (one.success ? [one.output] : []));
  scenarios.sort((a, b) => b.keptAtMs - a.keptAtMs);
  return { ok: true, scenarios, unreadable: read.length - scenarios.length };
}

/** Under its name; one that was kept under it before is replaced. */
export async function keepOwn(name: string, text: string, wallMs: number): Promise<Outcome> {
  const listed = await listOwn();
  if (!listed.ok) return listed.message;
  const isNew = !listed.scenarios.some((own) => own.name === name);
  if (isNew && listed.scenarios.length >= OWN_MAX) {
    return t("{n} scenarios are kept already: remove one first.", { n: OWN_MAX });
  }
  try {
    await set(name, { name, text, keptAtMs: wallMs }, shelf());
    return null;
  } catch (error) {
    return isFull(error) ? t(FULL) : t(BLOCKED);
  }
}

export async function removeOwn(name: string): Promise<Outcome> {
  try {
    await del(name, shelf());
    return null;
  } catch {
    return t(BLOCKED);
  }
}

/** A name that no kept scenario has yet: this one, or with a number. */
export function freeName(name: string, taken: readonly string[]): string {
  const { stem, end } = /^(?<stem>.*?)(?<end>\.json)?$/.exec(name)?.groups ?? {};
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${stem} ${number}${end ?? ""}`;
  return free;
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}
