/** The rungs of the ladder: what each variant comes to. Pure. */

import type { World } from "@/engine/types";
import type { Outcomes } from "@/session/outcomes";

export interface Rung {
  variant: string;
  title: string;
  found: number | string | null;
  /** Its length; null where the figure is no number. */
  value: number | null;
}

/** In the scenario's order; none where nothing is known. */
export function rungsOf(world: World, found: Outcomes[string] | undefined): Rung[] {
  if (found === undefined) return [];
  return world.variants
    .filter(({ id }) => id in found)
    .map(({ id, title }) => {
      const value = found[id] ?? null;
      return { variant: id, title, found: value, value: typeof value === "number" ? value : null };
    });
}
