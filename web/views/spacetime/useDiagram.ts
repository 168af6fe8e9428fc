/**
 * One of the diagram's settings for the parts around its canvas: they render again when it
 * changes, not with each step of a drag.
 */
import { useSyncExternalStore } from "react";

import type { Diagram, DiagramState } from "./diagram";

export function useDiagram<K extends keyof DiagramState>(
  diagram: Diagram,
  name: K,
): DiagramState[K] {
  return useSyncExternalStore(diagram.subscribe, () => diagram.snapshot()[name]);
}
