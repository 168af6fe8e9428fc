/** The page's record as the diagram reads it. */
import { useEffect, useState } from "react";

import { logOf } from "@/session/session";
import type { SimState } from "@/session/simState";
import { useTape } from "@/session/tape/useTape";
import type { Sources } from "./compose";
import type { Diagram } from "./diagram";

export function sourcesOf(state: SimState): Sources | null {
  const { tape, world, frame, range, notables, session } = state;
  if (tape === null || world === null || frame === null) return null;
  const actions = logOf(session);
  return {
    world,
    messages: tape.messages,
    rows: tape.columns,
    rowCount: tape.count,
    version: tape.version,
    lineage: [world, tape.fromEvent, session?.current, actions],
    recordedFromUs: tape.fromEvent === 0 ? 0 : tape.fromUs,
    knownToUs: Math.max(tape.toUs, frame.now_us),
    range,
    replicas: frame.replicas,
    notables,
    actions,
  };
}

/** While the diagram stands, the run is recorded, back to the left edge of the window. */
export function useRecord(diagram: Diagram): void {
  const [fromUs, setFromUs] = useState(0);
  useEffect(
    () =>
      diagram.subscribe(() => {
        const { view } = diagram.snapshot();
        if (view !== null) setFromUs(stepOf(view.leftUs));
      }),
    [diagram],
  );
  useTape(fromUs);
}

/** In whole seconds: not each step of a drag asks for more. */
function stepOf(leftUs: number): number {
  return Math.max(0, Math.floor(leftUs / 1_000_000) * 1_000_000);
}
