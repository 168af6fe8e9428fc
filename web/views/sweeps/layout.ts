/** Where the axes of a sweep's picture stand and where a value is on one. Pure. */

import type { Dimension } from "@/model/sweeps/dimension";

/** Room for the handles above and below an axis. */
export const TOP_PX = 30;
export const BOTTOM_PX = 30;
/** From the edge to the first and the last axis. */
const SIDE_PX = 56;
/** Narrower, names and values of neighbours would touch. */
const GAP_PX = 104;

export interface Layout {
  width: number;
  height: number;
  x: readonly number[];
  gap: number;
}

/** As wide as there is room, and wider where that is too little. */
export function layoutOf(count: number, room: number, height: number): Layout {
  const gaps = Math.max(1, count - 1);
  const width = Math.max(Math.floor(room), gaps * GAP_PX + 2 * SIDE_PX);
  const gap = (width - 2 * SIDE_PX) / gaps;
  const x = Array.from({ length: count }, (_, place) => Math.round(SIDE_PX + place * gap));
  return { width, height, x, gap };
}

/** Numbers rise upwards, values side by side stand in their order from the top. */
export function yOf({ from, to, steps }: Dimension, value: number, height: number): number {
  const share = (value - from) / (to - from);
  const length = height - TOP_PX - BOTTOM_PX;
  return steps === null ? height - BOTTOM_PX - share * length : TOP_PX + share * length;
}

export function valueAtY({ from, to, steps }: Dimension, y: number, height: number): number {
  const share = (y - TOP_PX) / (height - TOP_PX - BOTTOM_PX);
  const inside = Math.min(1, Math.max(0, steps === null ? 1 - share : share));
  return from + inside * (to - from);
}

/** Where runs without a value are led through. */
export function yOfNone(height: number): number {
  return height - 5;
}

/** A column's name without what all of them begin with; it may be broken after its parts. */
export function shortName(name: string): string {
  return name.replace(/^workload\./, "").replace(/[._]/g, "$&\u200b");
}
