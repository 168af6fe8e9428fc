/** Where zones and machines stand on a map, and what decides it. Types alone. */

import type { Density, Outward } from "./cells";
import type { Rect } from "./geometry";

export interface Topology {
  zones: number;
  nodes: readonly { zone: number; kind: "store" | "gateway" | "pd" }[];
  /** One-way delays between zones, `[from][to]`; NaN where none is known. */
  delaysUs: readonly (readonly number[])[];
}

export interface ZonePlace {
  index: number;
  /** Its land, as an island lies in it. */
  rect: Rect;
  /** Room for the zone's name: beside its store's sign where there is one store, else above all. */
  title: Rect;
  /** Its store is all that the island is about: it needs no cell of its own. */
  lone: boolean;
  outward: Outward;
  density: Density;
}

export interface NodePlace {
  index: number;
  zone: number;
  rect: Rect;
  density: Density;
}
