/** One of the diagram's settings, for the parts around its canvas. */
import { useSyncExternalStore } from "react";

import type { Diagram, DiagramState } from "./diagram";

export function useDiagram<K extends keyof DiagramState>(
  diagram: Diagram,
  name: K,
): DiagramState[K] {
  return useSyncExternalStore(diagram.subscribe, () => diagram.snapshot()[name]);
}
