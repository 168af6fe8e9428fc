/** The figures that two variants are told apart by, of the picture of a run. Pure. */

import type { Frame, World } from "@/engine/types";
import { crossZoneByKind, total, withFraming } from "./traffic";

export interface RunFigures {
  answered: number;
  /** Requests without an answer: those that failed, and writes that may have happened. */
  unanswered: number;
  /** Reads that missed an acknowledged write. */
  stale: number;
  /** Bytes between zones, as the page counts them: payload, or what is on the wire. */
  crossed: number;
  usd: number;
}

export function runFigures(
  world: Pick<World, "zones" | "kinds">,
  frame: Pick<Frame, "workloads" | "bytes" | "framing" | "usd">,
  isOnWire: boolean,
): RunFigures {
  const sum = (of: (load: Frame["workloads"][number]) => number): number =>
    frame.workloads.reduce((all, load) => all + of(load), 0);
  const { usd } = frame;
  const bytes = isOnWire ? withFraming(frame.bytes, frame.framing) : frame.bytes;
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
