/** Where a panel stands that hangs at something, always within the window. */

export type Side = "top" | "right" | "bottom" | "left";
export type Align = "start" | "center" | "end";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Placement {
  side: Side;
  align: Align;
  gap: number;
}

export interface Place {
  left: number;
  top: number;
}

/** What is left free at the window's edges. */
const EDGE = 12;

const OPPOSITE: Record<Side, Side> = { top: "bottom", bottom: "top", left: "right", right: "left" };

/** The upper left corner of a panel of this size. */
export function placeAt(
  anchor: Box,
  panel: Box,
  window: Box,
  { side, align, gap }: Placement,
): Place {
  const kept = roomAt(anchor, window, side) - gap;
  const other = roomAt(anchor, window, OPPOSITE[side]) - gap;
  const needed = isUpright(side) ? panel.height : panel.width;
  const chosen = kept < needed && other > kept ? OPPOSITE[side] : side;
  const along = (start: number, size: number, own: number): number => {
    if (align === "start") return start;
    return align === "end" ? start + size - own : start + (size - own) / 2;
  };
  const left = isUpright(chosen)
    ? along(anchor.left, anchor.width, panel.width)
    : chosen === "right"
      ? anchor.left + anchor.width + gap
      : anchor.left - panel.width - gap;
  const top = isUpright(chosen)
    ? chosen === "bottom"
      ? anchor.top + anchor.height + gap
      : anchor.top - panel.height - gap
    : along(anchor.top, anchor.height, panel.height);
  return {
    left: within(left, panel.width, window.width),
    top: within(top, panel.height, window.height),
  };
}

function isUpright(side: Side): boolean {
  return side === "top" || side === "bottom";
}

function roomAt(anchor: Box, window: Box, side: Side): number {
  if (side === "top") return anchor.top - EDGE;
  if (side === "bottom") return window.height - anchor.top - anchor.height - EDGE;
  if (side === "left") return anchor.left - EDGE;
  return window.width - anchor.left - anchor.width - EDGE;
}

function within(start: number, size: number, most: number): number {
  return Math.max(EDGE, Math.min(start, most - size - EDGE));
}
