/** How long the distances of the map are, where it is to scale. */

import { t } from "@/language/words";
import { scaleBar } from "@/model/map/geography";
import type { Layout } from "@/model/map/layout";
import css from "./map.module.css";
import { useMap } from "./mapContext";

const LONGEST_PX = 130;
const SIDE_PX = 26;
const FOOT_PX = 14;
const END_PX = 6;

type Sized = Pick<Layout, "pxPerMs" | "width">;

function barOf({ pxPerMs, width }: Sized, scale: number): { ms: number; px: number } | null {
  if (pxPerMs === null || width < LONGEST_PX * 4) return null;
  return scaleBar(pxPerMs, LONGEST_PX * scale);
}

/** What it and the space around it take of the map's foot. */
export function barRoomPx(layout: Sized, scale: number): number {
  return barOf(layout, scale) === null ? 0 : LONGEST_PX * scale + 2 * SIDE_PX;
}

export function ScaleBar() {
  const { layout, scale } = useMap();
  const { width, height } = layout;
  const bar = barOf(layout, scale);
  if (bar === null) return null;
  const right = width - SIDE_PX;
  const y = height - FOOT_PX;
  return (
    <g className={css.scaleBar}>
      <path d={`M${right - bar.px} ${y - END_PX}V${y}H${right}V${y - END_PX}`} />
      <text x={right} y={y - END_PX - 1}>
        {t("{ms} ms, to scale", { ms: bar.ms })}
      </text>
    </g>
  );
}
