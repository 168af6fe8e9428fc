/** The answer to what was asked; the record reaches back as far as the answer wants. */

import { useEffect, useState } from "react";
import type { Answer } from "@/engine/lens";
import { t } from "@/language/words";
import { askWhy } from "@/session/lensClient";
import type { WhyAsked } from "@/session/pageState";
import { sim } from "@/session/simClient";
import type { SimState } from "@/session/simState";
import { useSimStore } from "@/session/simStore";
import type { Readable } from "@/session/store";
import { useTape } from "@/session/tape/useTape";

/** How far back the record shall reach at first, and then. */
const WINDOWS_US = [5_000_000, 30_000_000];

export type Found =
  | { state: "asking" }
  | { state: "failed"; message: string }
  | { state: "answered"; answer: Answer };

export function useAnswer(asked: WhyAsked): Found {
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

async function answerFrom(store: Readable<SimState>, asked: WhyAsked): Promise<Found> {
  try {
    let before = Number.POSITIVE_INFINITY;
    for (const window of WINDOWS_US) {
      await sim.tapes.reach(Math.max(0, asked.us - window));
      const { tape, session } = store.getState();
      if (tape === null || session === null) break;
      if (tape.fromUs >= before || tape.fromUs > asked.us) break;
      before = tape.fromUs;
      const answer = await askWhy(session, asked, tape.columns);
      if (answer.wanted_us === null) return { state: "answered", answer };
    }
    // The cause is older than what is kept at hand.
    const { session } = store.getState();
    if (session === null) return { state: "failed", message: t("No run is open.") };
    return { state: "answered", answer: await askWhy(session, asked, null) };
  } catch (error) {
    return { state: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}
