/** While the run is too fast for the eye: one of its requests, message by message. */

import { useMemo, useRef } from "react";
import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { isBetweenBeats } from "@/model/beats";
import { highlight } from "@/model/map/geometry";
import { hueColor, hueOfLeader } from "@/model/map/hues";
import type { Layout } from "@/model/map/layout";
import { type Slowed, SlowedPick } from "@/model/map/slowed";
import { markRadius, markStyles } from "@/model/messageMarks";
import { OP_INFO } from "@/model/ops";
import { shapeData } from "@/model/shapes";
import { textWidth } from "@/model/textWidth";
import { SMALL_PX } from "@/model/typeSizes";
import { formatCount } from "@/model/units";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { isAtSea } from "./atSea";
import css from "./map.module.css";
import { useMap } from "./mapContext";
import { placeOnWay, progressOf } from "./marks";

/** An entry on its way is as large as a block of a log. */
const BLOCK_PX = 22;
/** Half of a small mark, so that it is seen from afar. */
const MARK_PX_MIN = 6;
const CLEAR_PX = 12;

export function SlowedRequest() {
  const { world } = useMap();
  const pick = useRef(new SlowedPick());
  const isStill = usePage(({ reducedMotion }) => reducedMotion);
  const frame = useSim((s) => (s.world === world ? s.frame : null));
  const speed = useSim((s) => s.speed);
  const playing = useSim((s) => s.playing);
  const isTold = frame !== null && !isBetweenBeats(world.show.beats, frame.now_us);
  const slowed = isTold && !isStill ? pick.current.at(world, frame, { speed, playing }) : null;
  if (slowed === null) return null;
  return (
    <g data-slowed={slowed.request.id}>
      <Marks slowed={slowed} />
      <Label slowed={slowed} />
    </g>
  );
}

function Marks({ slowed: { request, atUs } }: { slowed: Slowed }) {
  const { world, lanes, scale } = useMap();
  const styles = useMemo(() => markStyles(world), [world]);
  const { node, term } = useSim((s) => s.frame?.replicas) ?? NOBODY;
  return request.hops.map((hop, i) => {
    if (atUs < hop.sent_us || atUs > hop.arrive_us) return null;
    const style = styles[hop.type];
    if (style === undefined) return null;
    const along = placeOnWay(progressOf(atUs, hop.sent_us, hop.arrive_us), !hop.arrives, false);
    const { x, y } = highlight(lanes.route(hop.from, hop.to), along);
    const hue = RAFT.has(style.role) ? hueOf(world, hop, term[node.indexOf(hop.from)] ?? 0) : null;
    const color = hue ?? `var(--${style.role})`;
    const side = BLOCK_PX * scale;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the hops of one request never change places
      <g key={`${request.id} ${i}`} className={css.slowed} style={{ color }}>
        {style.shape === "disc" ? (
          <rect x={x - side / 2} y={y - side / 2} width={side} height={side} rx={3} />
        ) : (
          <path
            d={shapeData(style.shape, x, y, Math.max(MARK_PX_MIN, markRadius(style, 1)) * scale)}
          />
        )}
      </g>
    );
  });
}

const NOBODY = { node: new Uint32Array(), term: new Float64Array() };

/** What a leader and its followers say to each other wears its hue. */
const RAFT = new Set(["append", "ack"]);

function hueOf(world: World, { from, to }: { from: number; to: number }, term: number): string {
  const store = world.nodes[from]?.kind === "store" ? from : to;
  return hueColor(hueOfLeader(world, store, term));
}

function Label({ slowed: { request, times } }: { slowed: Slowed }) {
  const { layout, scale } = useMap();
  const n = formatCount(Number(times.toPrecision(2)));
  const text = OP_INFO[request.op].writes
    ? t("One write of many, slowed {n} times", { n })
    : t("One request of many, slowed {n} times", { n });
  const wide = textWidth(text, SMALL_PX * scale) / 2 + CLEAR_PX;
  const at = useMemo(() => placeOf(wide, layout, scale), [wide, layout, scale]);
  return (
    <text className={css.slowedWords} x={at.x} y={at.y}>
      {text}
    </text>
  );
}

/** At the foot of the map, left of its scale, or else at its head. */
function placeOf(wide: number, layout: Layout, scale: number) {
  const foot = layout.height - CLEAR_PX * scale - layout.footer.h;
  const head = 2 * CLEAR_PX * scale;
  const [left, middle] = [wide + 1, layout.width / 2];
  const places = [
    { x: middle, y: foot },
    { x: left, y: foot },
    { x: middle, y: head },
    { x: left, y: head },
  ];
  return places.find((place) => isAtSea(place, wide, layout)) ?? { x: middle, y: foot };
}
