/** Whose word a message carries. Pure. */

import type { Flights, World } from "@/engine/types";
import { type Hue, isByStore, storeHue, termHue } from "./hues";

/** Kinds of bytes whose messages one leader of a group, or who wants to be one, sends or gets. */
const TO_LEADER = new Set(["ack"]);

/**
 * The hue of a message on its way: of its term; where there are many ranges of the store that leads,
 * which sends it or for which it is meant. 0 = it is no word of Raft's.
 */
export function hueOfFlight(world: World, flights: Flights, row: number): Hue {
  const term = flights.term[row] as number;
  if (term === 0) return 0;
  if (!isByStore(world)) return termHue(term);
  const kind = world.kinds[flights.kind[row] as number]?.id ?? "";
  const leader = TO_LEADER.has(kind) ? flights.to[row] : flights.from[row];
  return storeHue(world, leader as number);
}
