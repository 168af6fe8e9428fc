/** The wave of a write that is followed: how far its entry has come, on a map to scale. */

import { useMemo } from "react";
import { t } from "@/language/words";
import { overlaps, type Point, type Rect } from "@/model/map/geometry";
import { hueColor, termHue } from "@/model/map/hues";
import { waveAt } from "@/model/requests/wave";
import { textWidth } from "@/model/textWidth";
import { SMALL_PX } from "@/model/typeSizes";
import { useSim } from "@/session/simStore";
import { isAtSea } from "./atSea";
import { type Cover, cardsToCome } from "./callouts";
import css from "./map.module.css";
import { useMap } from "./mapContext";

/** Faster, nobody could follow it, where the scenario does not follow one request anyway. */
const SPEED_MAX = 0.05;

/** Where on the circle its words may stand, the best first. */
const ANGLES = [90, 115, 65, 140, 40, 165, 15, 190, -10].map(
  (degrees) => (degrees * Math.PI) / 180,
);
const INSIDE_PX = 10;
const CLEAR_PX = 12;
/** A line of words and its gap. */
const LINE_PX = 18;

/** How far the furthest corner of an island is. */
function reach(rect: Rect, x: number, y: number): number {
  const across = Math.max(Math.abs(rect.x - x), Math.abs(rect.x + rect.w - x));
  const down = Math.max(Math.abs(rect.y - y), Math.abs(rect.y + rect.h - y));
  return Math.hypot(across, down);
}

export function Wave({ cover }: { cover: Cover }) {
  const { world, layout, scale } = useMap();
  const frame = useSim((s) => s.frame);
  const isSlow = useSim((s) => s.speed <= SPEED_MAX || s.world?.show.picture === "wave");
  const cards = useMemo(
    () => cardsToCome(world, layout, scale, cover),
    [world, layout, scale, cover],
  );
  const { pxPerMs } = layout;
  const wave = frame === null || pxPerMs === null || !isSlow ? null : waveAt(world, frame);
  const zone = wave === null ? undefined : world.nodes[wave.node]?.zone;
  const rect = layout.zones.find(({ index }) => index === zone)?.rect;
  if (wave === null || frame === null || pxPerMs === null || rect === undefined) return null;
  const [x, y] = [rect.x + rect.w / 2, rect.y + rect.h / 2];
  const radius = (wave.ageUs / 1_000) * pxPerMs;
  // Beyond all islands it is late: a link is slower than the map says, and no circle tells how far.
  if (radius > Math.max(...layout.zones.map((one) => reach(one.rect, x, y)))) return null;
  const text = t("how far entry {index} has come", { index: wave.index });
  const wide = textWidth(text, SMALL_PX * scale) / 2 + CLEAR_PX;
  const tall = LINE_PX * scale;
  const isFree = (place: Point): boolean => {
    const words = { x: place.x - wide, y: place.y - tall, w: 2 * wide, h: 2 * tall };
    return isAtSea(place, wide, layout) && !cards.some((card) => overlaps(card, words));
  };
  const at = ANGLES.map((angle) => ({
    x: x + (radius - INSIDE_PX) * Math.cos(angle),
    y: y + (radius - INSIDE_PX) * Math.sin(angle),
  })).find(isFree);
  const term = frame.replicas.term[frame.replicas.node.indexOf(wave.node)] ?? 0;
  return (
    <g className={css.wave} style={{ color: hueColor(termHue(term)) }} data-testid="wave">
      <circle cx={x} cy={y} r={radius} />
      {at !== undefined && (
        <text x={at.x} y={at.y}>
          {text}
        </text>
      )}
    </g>
  );
}
