/** Bytes per second of each direction between zones: a function of the frame alone. */
import type { Frame, World } from "@/engine/types";
import { ratesAt } from "@/model/rates";

/**
 * Bytes per second by directed pair of zones, row by row; null until there is a stretch of time to
 * divide by.
 */
export type LinkRates = readonly number[] | null;

export function linkRatesAt(
  { zones, kinds }: Pick<World, "zones" | "kinds">,
  frame: Pick<Frame, "recent_bytes" | "recent_framing" | "recent_us">,
  framing: boolean,
): LinkRates {
  const rates = ratesAt(frame);
  if (rates === undefined) return null;
  const { perSecond } = rates;
  const around = framing ? perSecond.length / 2 : perSecond.length;
  return Array.from({ length: zones.length ** 2 }, (_, pair) => {
    let bytesPerSecond = 0;
    for (let kind = 0; kind < kinds.length; kind++) {
      const cell = pair * kinds.length + kind;
      bytesPerSecond += (perSecond[cell] ?? 0) + (perSecond[around + cell] ?? 0);
    }
    return bytesPerSecond;
  });
}

/** Width of a flow at the most that the wire carried in a second. */
export const FLOW_PX_MAX = 12;

/**
 * Width of a flow in px, in proportion to its rate: half as wide is half as much. `most` is the
 * widest flow's rate, of the run and of the one that it is held against, so that both have one scale.
 */
export function flowWidth(bytesPerSecond: number, most: number): number {
  return Math.min(1, bytesPerSecond / Math.max(most, WORTH_A_BAND)) * FLOW_PX_MAX;
}

/** Bytes a second: where nothing carries more, no band is as wide as a road. */
const WORTH_A_BAND = 20_000;
