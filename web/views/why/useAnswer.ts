/**
 * The answer to what was asked: it makes the record reach back as far as the answer wants, and no
 * further. While it is used the engine records.
 */

import { useEffect, useState } from "react";

import type { Answer } from "@/protocol/lens";
import { askWhy } from "@/store/lensClient";
import { sim } from "@/store/simClient";
import { type Asked, type SimStore, useSimStore } from "@/store/simStore";
import { useTape } from "@/store/useTape";

/** How far back the record shall reach at first, and then. */
const WINDOWS_US = [5_000_000, 30_000_000, Number.POSITIVE_INFINITY];

export type Found =
  | { state: "asking" }
  | { state: "failed"; message: string }
  /** `sinceUs`: the record begins here and the answer would go further back. */
  | { state: "answered"; answer: Answer; sinceUs: number | null };

export function useAnswer(asked: Asked): Found {
  const store = useSimStore();
  const hasTape = useTape() !== null;
  const [found, setFound] = useState<Found>({ state: "asking" });
  useEffect(() => {
    let isOver = false;
    setFound({ state: "asking" });
    if (!hasTape) return;
    const find = async (): Promise<void> => {
      const result = await answerFrom(store, asked);
      if (!isOver) setFound(result);
    };
    void find();
    return () => {
      isOver = true;
    };
  }, [asked, hasTape, store]);
  return found;
}

async function answerFrom(store: SimStore, asked: Asked): Promise<Found> {
  let found: Found = { state: "failed", message: "Nothing is recorded yet." };
  let before = Number.POSITIVE_INFINITY;
  for (const window of WINDOWS_US) {
    await sim.tapes.reach(Math.max(0, asked.us - window));
    const { tape, session } = store.getState();
    if (tape === null || session === null) return found;
    if (tape.fromUs >= before) return found;
    before = tape.fromUs;
    try {
      const answer = await askWhy(session, asked, tape.columns);
      const isWhole = answer.wanted_us === null || tape.fromEvent === 0;
      found = { state: "answered", answer, sinceUs: isWhole ? null : tape.fromUs };
      if (isWhole) return found;
    } catch (error) {
      return { state: "failed", message: error instanceof Error ? error.message : String(error) };
    }
  }
  return found;
}
