/** The map at an instant as a picture of its own, in the paper's colours. */

import type { Frame, World } from "@/engine/types";
import { t } from "@/language/words";
import { kindMark } from "@/model/kinds";
import { hueColor, isByStore } from "@/model/map/hues";
import { coast } from "@/model/map/island";
import { layOut } from "@/model/map/layout";
import type { NodePlace, ZonePlace } from "@/model/map/places";
import { topologyOf } from "@/model/map/topology";
import { leads } from "@/model/roles";
import { shapeData } from "@/model/shapes";
import { laneState, linkWords, nodeTrouble } from "@/views/map/linkState";
import { zoneHue } from "@/views/map/storeLook";
import { replicaOn, storeName } from "@/views/map/words";

const WIDTH_PX = 760;
const HEIGHT_PX = 480;
/** More than this would be a cloud; the map says how many there are. */
const FLIGHTS_MAX = 150;

export function MapPicture({ world, frame, range }: { world: World; frame: Frame; range: number }) {
  const { zones, nodes } = layOut(topologyOf(world), WIDTH_PX, HEIGHT_PX, { namesAbove: true });
  return (
    <svg viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`} role="img" className="map">
      <title>{[t("Map"), ...namesOf(world, frame, range)].join(t(". "))}</title>
      <Links world={world} frame={frame} zones={zones} />
      {zones.map((place) => (
        <Zone key={place.index} {...{ world, frame, place }} />
      ))}
      {nodes.map((place) => (
        <Node key={place.index} {...{ world, frame, place }} />
      ))}
      <Flights world={world} frame={frame} nodes={nodes} />
    </svg>
  );
}

interface ZoneProps {
  world: World;
  frame: Frame;
  place: ZonePlace;
}

/** An island in the hue of whose word counts there, as on the page's map. */
function Zone({ world, frame, place: { index, rect, title } }: ZoneProps) {
  const id = world.zones[index]?.id ?? "";
  const hue = isByStore(world) ? 0 : zoneHue(world, frame, index);
  return (
    <g>
      <path
        d={coast({ rect, seed: id, tight: true })}
        fill={hueColor(hue, "-soft")}
        stroke={hueColor(hue)}
        strokeWidth={1.5}
      />
      <Text x={title.x + 10} y={title.y + title.h / 2} text={id} strong />
    </g>
  );
}

function namesOf(world: World, frame: Frame, range: number): string[] {
  return frame.stores.map(({ node, status }) =>
    storeName(world, node, status, replicaOn(frame, node), range),
  );
}

interface LinksProps {
  world: World;
  frame: Frame;
  zones: readonly ZonePlace[];
}

function Links({ world, frame, zones }: LinksProps) {
  const pairs = zones.flatMap((a) =>
    zones.filter((b) => b.index > a.index).map((b) => [a, b] as const),
  );
  return pairs.map(([a, b]) => {
    const there = laneState(world, frame.faults, a.index, b.index);
    const back = laneState(world, frame.faults, b.index, a.index);
    const { short, bad, trouble } = linkWords(world, a.index, b.index, there, back, null);
    const [from, to] = [middle(a), middle(b)];
    const colour = bad ? "var(--bad)" : "var(--zoneline)";
    const at = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    return (
      <g key={`${a.index} ${b.index}`}>
        <line
          {...{ x1: from.x, y1: from.y, x2: to.x, y2: to.y }}
          stroke={colour}
          strokeWidth={bad ? 2.5 : 1.5}
          strokeDasharray={bad ? "6 5" : undefined}
        />
        <Text {...at} text={bad ? trouble : short} anchor="middle" role={bad ? "bad" : "ink2"} />
      </g>
    );
  });
}

interface NodeProps {
  world: World;
  frame: Frame;
  place: NodePlace;
}

function Node({ world, frame, place: { index, rect } }: NodeProps) {
  const node = world.nodes[index];
  if (node === undefined) return null;
  const store = frame.stores.find((one) => one.node === index);
  const replica = replicaOn(frame, index);
  const isDown = store !== undefined && store.status !== "up";
  const isLeader = !isDown && replica !== null && leads(replica.role);
  const trouble = isDown ? store.status : nodeTrouble(world, frame.faults, index);
  const role =
    replica === null ? "" : t("{role}, term {term}", { role: replica.role, term: replica.term });
  const said = trouble === "" ? role : trouble;
  const x = rect.x + rect.w / 2;
  const y = rect.y + rect.h / 2;
  const isTwo = rect.h >= 34 && said !== "";
  return (
    <g>
      <rect
        {...{
          x: rect.x,
          y: rect.y,
          width: rect.w,
          height: rect.h,
          rx: node.kind === "store" ? 6 : 14,
        }}
        fill={isLeader ? "var(--sel)" : "var(--store)"}
        stroke={
          trouble === "" ? (isLeader ? "var(--accent)" : "var(--control-line)") : "var(--bad)"
        }
        strokeWidth={isLeader ? 2.5 : 1}
        strokeDasharray={isDown ? "5 4" : undefined}
      />
      <Text {...{ x, y: isTwo ? y - 8 : y }} text={node.id} anchor="middle" strong />
      {isTwo && (
        <Text
          {...{ x, y: y + 9 }}
          text={said}
          anchor="middle"
          role={trouble === "" ? "ink2" : "bad"}
        />
      )}
    </g>
  );
}

interface FlightsProps {
  world: World;
  frame: Frame;
  nodes: readonly NodePlace[];
}

/** Where messages are, on the straight way between the two. */
function Flights({ world, frame: { flights, now_us }, nodes }: FlightsProps) {
  const count = Math.min(flights.count, FLIGHTS_MAX);
  return Array.from({ length: count }, (_, i) => {
    const from = nodes[flights.from[i] ?? -1];
    const to = nodes[flights.to[i] ?? -1];
    const kind = world.kinds[flights.kind[i] ?? -1];
    if (from === undefined || to === undefined || kind === undefined) return null;
    const sentUs = flights.sent_us[i] ?? 0;
    const takesUs = Math.max(1, (flights.arrive_us[i] ?? 0) - sentUs);
    const share = Math.min(1, Math.max(0, (now_us - sentUs) / takesUs));
    const [a, b] = [middle(from), middle(to)];
    const { shape, role } = kindMark(kind.id);
    const isHollow = shape === "ring" || shape === "open-square";
    return (
      <path
        key={flights.id[i]}
        d={shapeData(
          shape === "open-square" ? "square" : shape,
          a.x + (b.x - a.x) * share,
          a.y + (b.y - a.y) * share,
          shape === "dot" ? 2.5 : 5,
        )}
        fill={isHollow ? "var(--panel)" : `var(--${role})`}
        stroke={isHollow ? `var(--${role})` : "var(--panel)"}
        strokeWidth={1.5}
      />
    );
  });
}

interface TextProps {
  x: number;
  y: number;
  text: string;
  anchor?: "middle";
  strong?: boolean;
  role?: string;
}

function Text({ x, y, text, anchor, strong = false, role = "ink" }: TextProps) {
  return (
    <text
      {...{ x, y: y + 4 }}
      fontSize={12}
      fontWeight={strong ? 620 : 400}
      textAnchor={anchor}
      fill={`var(--${role})`}
      stroke="var(--panel)"
      strokeWidth={3}
      paintOrder="stroke"
    >
      {text}
    </text>
  );
}

function middle({ rect }: { rect: { x: number; y: number; w: number; h: number } }) {
  return { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 };
}
