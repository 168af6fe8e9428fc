/**
 * The figures that two variants are told apart by, of the picture of a run. Pure. Must not know how
 * they are shown.
 */

import type { Frame, World } from "@/engine/types";
import { crossZoneByKind, total } from "./traffic";

export interface RunFigures {
  answered: number;
  /** Requests without an answer: those that failed, and writes that may have happened. */
  unanswered: number;
  /** Reads that missed an acknowledged write. */
  stale: number;
  /** Payload bytes between zones. */
  crossed: number;
  usd: number;
}

export function runFigures(
  world: Pick<World, "zones" | "kinds">,
  frame: Pick<Frame, "workloads" | "bytes" | "usd">,
): RunFigures {
  const sum = (of: (load: Frame["workloads"][number]) => number): number =>
    frame.workloads.reduce((all, load) => all + of(load), 0);
  const { bytes, usd } = frame;
  return {
    answered: sum(({ ok }) => ok),
    unanswered: sum(({ failed, unknown }) => failed + unknown),
    stale: sum(({ stale }) => stale),
    crossed: total(
      crossZoneByKind({ zones: world.zones.length, kinds: world.kinds.length, bytes }),
    ),
    usd,
  };
}
