/** The part of a chart within its time axis: what runs over an end of it is cut there. */

import type { ReactNode } from "react";

/** Strokes and words at the upper and lower edge are whole. */
const ROOM_PX = 16;

interface PlotProps {
  width: number;
  height: number;
  children: ReactNode;
}

export function Plot({ width, height, children }: PlotProps) {
  const high = height + 2 * ROOM_PX;
  return (
    <svg
      y={-ROOM_PX}
      width={width}
      height={high}
      viewBox={`0 ${-ROOM_PX} ${width} ${high}`}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
