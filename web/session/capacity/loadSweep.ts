/** The sweep of a load: one at a time, in a worker of its own, and the curve that came of it. */

import { createStore } from "zustand/vanilla";
import type { LoadCurve } from "@/engine/lens";
import { t } from "@/language/words";
import { fileAtLoad, sweepLoad } from "../lensClient";
import type { Session } from "../session";
import { sim } from "../simClient";
import { simStore } from "../simStore";

export interface SweepState {
  /** The run whose scenario is swept, as it was then. */
  session: Session | null;
  /** The instant up to which its actions count. */
  us: number;
  /** Loads that are done, and how many there are; null while nothing runs. */
  under: { done: number; of: number } | null;
  curve: LoadCurve | null;
  /** Why there is no curve, "" = there is none yet, or it is there. */
  failure: string;
}

const NOTHING: SweepState = { session: null, us: 0, under: null, curve: null, failure: "" };

export const sweepStore = createStore<SweepState>(() => NOTHING);

let ending: AbortController | null = null;

/** Sweeps the scenario that is shown, as it is set and sized now. */
export async function startSweep(points: number): Promise<void> {
  const { session, frame } = simStore.getState();
  if (session === null || frame === null) return;
  cancelSweep();
  const own = new AbortController();
  ending = own;
  const us = frame.now_us;
  sweepStore.setState({ ...NOTHING, session, us, under: { done: 0, of: points } });
  const isOn = (): boolean => ending === own;
  try {
    const curve = await sweepLoad(session, us, points, {
      onPoint: ({ done, of, curve }) => {
        if (isOn()) sweepStore.setState({ under: { done, of }, curve });
      },
      signal: own.signal,
    });
    if (isOn()) sweepStore.setState({ under: null, curve });
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    if (isOn()) sweepStore.setState({ under: null, failure });
  }
  if (isOn()) ending = null;
}

/** Ends it; the points that are there stay. */
export function cancelSweep(): void {
  const own = ending;
  ending = null;
  own?.abort();
  sweepStore.setState({ under: null });
}

/** Opens the run behind a point: the scenario at that load, with the same seed. */
export async function openPoint(percent: number): Promise<void> {
  const { session, us } = sweepStore.getState();
  if (session === null) return;
  try {
    const text = await fileAtLoad(session, us, percent);
    const name = t("{percent} % of the load", { percent });
    const { variant, seed } = session;
    const isOpen = await sim.open({ kind: "file", name, text }, { variant, seed, play: false });
    if (isOpen) sim.notify(t("The run at {percent} % of the load is open.", { percent }));
  } catch (error) {
    sim.notify(error instanceof Error ? error.message : String(error), true);
  }
}
