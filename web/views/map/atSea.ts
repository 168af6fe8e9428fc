/** Whether a line of words has room between the islands and above the map's own buttons. Pure. */

import { overlaps, type Point } from "@/model/map/geometry";
import type { Layout } from "@/model/map/layout";

const ABOVE_PX = 18;
const BELOW_PX = 12;

/** `wide`: half of its length; the point is in the middle of its foot. */
export function isAtSea({ x, y }: Point, wide: number, layout: Layout): boolean {
  const [left, right, top, bottom] = [x - wide, x + wide, y - ABOVE_PX, y + BELOW_PX];
  const isIn = left > 0 && right < layout.width && top > 0 && bottom < layout.height;
  const words = { x: left, y: top, w: right - left, h: bottom - top };
  return (
    isIn &&
    !overlaps(words, layout.footer) &&
    layout.zones.every(
      ({ rect }) =>
        right < rect.x || left > rect.x + rect.w || bottom < rect.y || top > rect.y + rect.h,
    )
  );
}
