/** The best run of each challenge, kept on this device; a storage that fails is a value. */

import { createStore, entries, set, type UseStore } from "idb-keyval";
import * as v from "valibot";

import { keeps } from "@/session/keep/storage";

const FORMAT = "raft-atlas-best/1";

const best = v.object({
  format: v.literal(FORMAT),
  /** Stamp of the challenge's text: another text is another challenge. */
  stamp: v.string(),
  value: v.number(),
  told: v.string(),
  better: v.picklist(["less", "more"]),
  stars: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3)),
  digest: v.string(),
  at_ms: v.number(),
  acts: v.pipe(
    v.array(
      v.object({
        at_us: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
        action: v.looseObject({ do: v.string() }),
        text: v.string(),
      }),
    ),
    v.maxLength(1_000),
  ),
});

export type Best = v.InferOutput<typeof best>;
export type Bests = Readonly<Record<string, Best>>;

export const BEST_FORMAT = FORMAT;

export interface BestShelf {
  /** By the ids of their challenges; what cannot be read is left out. */
  load(): Promise<Bests>;
  /** False when it could not be kept. */
  keep(id: string, run: Best): Promise<boolean>;
}

let opened: UseStore | undefined;

function shelf(): UseStore {
  opened ??= createStore("raft-atlas-challenges", "bests");
  return opened;
}

export const browserBests: BestShelf = {
  async load() {
    if (!keeps()) return {};
    try {
      return readBests(await entries<string, unknown>(shelf()));
    } catch {
      return {};
    }
  },
  async keep(id, run) {
    if (!keeps()) return true;
    try {
      await set(id, run, shelf());
      return true;
    } catch {
      return false;
    }
  },
};

export function readBests(stored: readonly [string, unknown][]): Bests {
  const read = stored.flatMap(([id, value]) => {
    const result = v.safeParse(best, value);
    return result.success ? [[id, result.output] as const] : [];
  });
  return Object.fromEntries(read);
}
