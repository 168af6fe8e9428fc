/** How a view gets the tape: while it is mounted the engine records. */

import { useEffect } from "react";

import { sim } from "../simClient";
import { useSim } from "../simStore";
import { Reel } from "./tape";
import type { Tape } from "./tapeTypes";

const reel = new Reel();

/** The tape, null until there is one. With an instant it is made to reach back to it if it can. */
export function useTape(fromUs?: number): Tape | null {
  const tape = useSim((state) => state.tape);
  const events = useSim((state) => (state.playing ? -1 : (state.frame?.events ?? 0)));
  useEffect(() => sim.tapes.use(reel), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place may be before the tape
  useEffect(() => {
    if (fromUs !== undefined) void sim.tapes.reach(fromUs);
  }, [fromUs, tape?.fromEvent, events]);
  return tape;
}
