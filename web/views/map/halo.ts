/** The ring around a message that is pointed at or selected. */

import type { Places } from "./EntryBlocks";

const APART_PX = 4.5;

/** `row` of the frame; below zero there is none. */
export function drawHalo(
  context: CanvasRenderingContext2D,
  { xs, ys, radii, colour }: Places,
  row: number,
  role: string,
): void {
  if (row < 0) return;
  context.beginPath();
  const size = (radii[row] as number) + APART_PX;
  context.arc(xs[row] as number, ys[row] as number, size, 0, 2 * Math.PI);
  context.strokeStyle = colour(role);
  context.lineWidth = 2;
  context.stroke();
}
