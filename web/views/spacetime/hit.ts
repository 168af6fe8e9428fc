/** Which message a place in the picture means: the arrow that passes nearest. Pure. */
import { instantOf, type Picture, type Way, wayOf } from "./picture";
import { between } from "./selectMessages";

export const NO_ROW = -1;

/** Position of the nearest message within reach, or -1. Of equally near ones the later. */
export function messageAt(picture: Picture, x: number, y: number, reachPx: number): number {
  const { plot, shown } = picture;
  if (x < plot.x - reachPx || x > plot.x + plot.w + reachPx) return NO_ROW;
  const [first, end] = between(
    shown,
    instantOf(picture, x - reachPx),
    instantOf(picture, x + reachPx),
  );
  let best = NO_ROW;
  let nearest = reachPx;
  for (let i = first; i < end; i++) {
    const row = shown.rows[i] as number;
    const away = distanceTo(wayOf(picture, row), x, y);
    if (away > nearest) continue;
    nearest = away;
    best = row;
  }
  return best;
}

/** Distance of a point to a line between two others. */
export function distanceTo(way: Way, x: number, y: number): number {
  const dx = way.x2 - way.x1;
  const dy = way.y2 - way.y1;
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : ((x - way.x1) * dx + (y - way.y1) * dy) / length;
  const t = Math.min(1, Math.max(0, part));
  return Math.hypot(way.x1 + t * dx - x, way.y1 + t * dy - y);
}
