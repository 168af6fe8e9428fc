/** How long the distances of the map are, where it is to scale. */

import { t } from "@/language/words";
import { scaleBar } from "@/model/map/geography";
import css from "./map.module.css";
import { useMap } from "./mapContext";

const LONGEST_PX = 130;
const SIDE_PX = 26;
const FOOT_PX = 14;
const END_PX = 6;

export function ScaleBar() {
  const { layout, scale } = useMap();
  const { pxPerMs, width, height } = layout;
  const bar = pxPerMs === null ? null : scaleBar(pxPerMs, LONGEST_PX * scale);
  if (bar === null || layout.width < LONGEST_PX * 4) return null;
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
