/** Whose word counts, as one of four hues: the term of one range, else the store that leads. */

import type { World } from "@/engine/types";
import { storeRow } from "./topology";

/** 0 = none: nobody's word is known. */
export type Hue = 0 | 1 | 2 | 3 | 4;

export const HUES = [0, 1, 2, 3, 4] as const;

const COUNT = 4;

/** Terms that follow each other differ in hue and in warmth; the number beside it tells the rest. */
export function termHue(term: number): Hue {
  return term < 1 ? 0 : ((((term - 1) % COUNT) + 1) as Hue);
}

/** The hue of what a store leads, where there are many ranges. */
export function storeHue(world: World, node: number): Hue {
  const place = storeRow(world, node);
  return place < 0 ? 0 : (((place % COUNT) + 1) as Hue);
}

/** Whether hues stand for leading stores rather than for terms. */
export function isByStore(world: World): boolean {
  return world.ranges.length > 1;
}

/** The hue of a store's word while it leads: of its term, or its own where there are many ranges. */
export function hueOfLeader(world: World, node: number, term: number): Hue {
  return isByStore(world) ? storeHue(world, node) : termHue(term);
}

/** A hue as a CSS value: its line, its ground, and a tone between them. */
export function hueColor(hue: Hue, tone: "" | "-soft" | "-mid" = ""): string {
  return `var(--term-${hue}${tone})`;
}
