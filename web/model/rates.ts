/** Bytes per second at an instant: a function of the frame alone, however one came to it. */

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
