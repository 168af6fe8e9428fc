/** The name of a line in a lane, at the line's end. Must not know what the line shows. */

import { textWidth } from "@/model/textWidth";
import { SMALL_PX } from "@/model/typeSizes";
import { useTypeScale } from "@/session/typeScale";

/** Between a name and what is beside it. */
const APART_PX = 3;
/** The other name may end some way before this line does. */
const BESIDE_PX = 12;

interface LineNameProps {
  name: string;
  endPx: number;
  y: number;
  /** Under the line instead of over it. */
  under?: boolean;
  /** Another name that stands there already: this one stands before it, or else behind. */
  beside?: string | null;
  /** Where the line begins: before that, its name would be another line's. */
  startPx?: number;
  className?: string | undefined;
}

/** A line that has just begun is shorter than its name: that stands from the lane's edge on. */
export function LineName({
  name,
  endPx,
  y,
  under = false,
  beside = null,
  startPx = Number.NEGATIVE_INFINITY,
  className,
}: LineNameProps) {
  const scale = useTypeScale();
  const acrossPx = (text: string): number => textWidth(text, SMALL_PX * scale) + APART_PX;
  const besidePx = beside === null ? 0 : acrossPx(beside) + BESIDE_PX;
  const takenPx = endPx - besidePx - acrossPx(name) < startPx ? 0 : besidePx;
  const isBefore = endPx >= takenPx + acrossPx(name);
  const behindPx = takenPx > 0 ? Math.max(endPx, takenPx) : 0;
  return (
    <text
      className={className}
      x={isBefore ? endPx - takenPx - APART_PX : behindPx + APART_PX}
      y={y}
      dy={under ? "1.1em" : "-0.35em"}
      textAnchor={isBefore ? "end" : "start"}
    >
      {name}
    </text>
  );
}
