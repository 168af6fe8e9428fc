/**
 * Bytes per second at an instant: what the engine counted in the last whole tenths of a second, one
 * second of them or as many as there are yet. A function of the frame alone, so that an instant has
 * the same rates however one came to it. Must not know how rates are drawn.
 */

import type { Frame } from "@/engine/types";

export interface Rates {
  /** Payload cells first, in the shape of the frame's bytes, then as many framing cells. */
  readonly perSecond: Float64Array;
  /** The simulated time that they are means of. */
  readonly window_us: number;
}

/** Undefined in the first tenth of a second. */
export function ratesAt(
  frame: Pick<Frame, "recent_bytes" | "recent_framing" | "recent_us">,
): Rates | undefined {
  const { recent_bytes, recent_framing, recent_us } = frame;
  if (recent_us <= 0) return undefined;
  const perSecond = new Float64Array(recent_bytes.length * 2);
  perSecond.set(recent_bytes);
  perSecond.set(recent_framing, recent_bytes.length);
  const times = 1e6 / recent_us;
  return { perSecond: perSecond.map((bytes) => bytes * times), window_us: recent_us };
}
