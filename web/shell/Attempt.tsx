/**
 * What the running scenario asks to try, where somebody may try it. Must not know where it stands.
 */

import { useSim } from "@/session/simStore";
import { useStage } from "@/session/stage";
import { FirstTry, Later } from "./later";

/** Fetched once there is something to look at. */
export function Attempt() {
  // A lesson has things to try of its own.
  const ready = useSim((state) => state.world !== null && state.lesson === null);
  const free = useStage(
    // One thing at a time: a tour on a phone would lie over it.
    ({ lock, presenting, embedded, touring }) =>
      lock === "none" && !presenting && !embedded && !touring,
  );
  if (!ready || !free) return null;
  return (
    <Later name="What to try">
      <FirstTry />
    </Later>
  );
}
