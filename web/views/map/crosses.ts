/** Refusals are crossed out; a message that does not arrive ends in a small cross. */

import type { Frame } from "@/engine/types";
import { traceCross } from "@/model/shapes";
import type { Places } from "./EntryBlocks";
import { progressOf } from "./marks";

/** A doomed message shows its cross in the last part of its life. */
const CROSS_FROM = 0.6;

export function drawCrosses(
  context: CanvasRenderingContext2D,
  { flights, now_us }: Frame,
  { count, xs, ys, radii, scale, colour }: Places,
): void {
  context.beginPath();
  for (let row = 0; row < count; row++) {
    const doomed =
      flights.fate[row] !== 0 &&
      progressOf(now_us, flights.sent_us[row] as number, flights.arrive_us[row] as number) >=
        CROSS_FROM;
    if (!doomed && flights.reject[row] === 0) continue;
    const size = doomed ? 6 * scale : (radii[row] as number) + 1;
    traceCross(context, xs[row] as number, ys[row] as number, size);
  }
  context.strokeStyle = colour("bad");
  context.lineWidth = 2 * scale;
  context.stroke();
}
