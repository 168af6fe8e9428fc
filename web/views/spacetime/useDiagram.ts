/**
 * The diagram's settings for the parts around its canvas.
 */
import { useSyncExternalStore } from "react";

import type { Diagram, DiagramState } from "./diagram";

export function useDiagram(diagram: Diagram): DiagramState {
  return useSyncExternalStore(diagram.subscribe, diagram.snapshot);
}
