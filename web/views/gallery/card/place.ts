/** Where islands and stores stand on a card, in whole units: the drawing is kept as a file. */

import type { World } from "@/engine/types";
import { geography } from "@/model/map/geography";
import { centreOf, type Point, type Rect } from "@/model/map/geometry";
import { coastPoints } from "@/model/map/island";
import { topologyOf } from "@/model/map/topology";

export const CARD = { w: 640, h: 400 } as const;
/** Sea above what is drawn beneath it. */
export const SEA_H = 252;

const EDGE = 34;
const COAST_POINTS = 18;

export interface StorePlace extends Point {
  node: number;
  r: number;
}

export interface CardPlaces {
  area: Rect;
  /** By zone. */
  islands: { rect: Rect; middle: Point; path: string }[];
  /** By node; a gateway stands where its zone's middle is. */
  stores: StorePlace[];
}

export function cardPlaces(world: World, area: Rect): CardPlaces {
  const zones = world.zones.length;
  const size = islandSize(zones, area);
  const inner = {
    x: area.x + EDGE,
    y: area.y + EDGE,
    w: area.w - 2 * EDGE,
    h: area.h - 2 * EDGE,
  };
  const sizes = world.zones.map(() => size);
  const { centres } = geography(topologyOf(world).delaysUs, sizes, inner);
  const islands = centres.map((middle, zone) => {
    const rect = { x: middle.x - size.w / 2, y: middle.y - size.h / 2, ...size };
    const seed = world.zones[zone]?.id ?? "";
    const path = curve(coastPoints({ rect, seed, tight: false }, 0, COAST_POINTS));
    return { rect, middle: centreOf(rect), path };
  });
  const stores = world.zones.flatMap((_, zone) => {
    const nodes = world.nodes.filter((node) => node.kind === "store" && node.zone === zone);
    const rect = islands[zone]?.rect;
    return rect === undefined
      ? []
      : storesIn(
          nodes.map(({ index }) => index),
          rect,
        );
  });
  return { area, islands, stores };
}

function islandSize(zones: number, { w, h }: Rect): { w: number; h: number } {
  const room = { w: w - 2 * EDGE, h: h - 2 * EDGE };
  const across = zones <= 2 ? zones : h < 0.55 * w ? zones : 2;
  const down = zones <= 2 || across === zones ? 1 : Math.ceil(zones / 2);
  const share = across === 1 ? 0.6 : across === 2 ? 0.34 : 0.66 / across;
  return {
    w: Math.round(Math.min(240, room.w * share)),
    h: Math.round(Math.min(down === 1 ? 180 : 128, room.h * (down === 1 ? 0.74 : 0.76 / down))),
  };
}

/** In rows of at most four, evenly, about the middle. */
function storesIn(nodes: readonly number[], rect: Rect): StorePlace[] {
  const { x, y } = centreOf(rect);
  const columns = nodes.length <= 4 ? nodes.length : Math.ceil(Math.sqrt(nodes.length * 1.6));
  const rows = Math.ceil(nodes.length / Math.max(1, columns));
  const step = {
    x: (rect.w * 0.78) / Math.max(1, columns),
    y: (rect.h * 0.68) / Math.max(1, rows),
  };
  const r = Math.round(Math.min(21, step.x * 0.4, step.y * 0.4));
  return nodes.map((node, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, nodes.length - row * columns);
    return {
      node,
      r,
      x: Math.round(x + ((i % columns) - (inRow - 1) / 2) * step.x),
      y: Math.round(y + (row - (rows - 1) / 2) * step.y),
    };
  });
}

/** Where a node stands: its store's sign, or the middle of its zone. */
export function spotOf(world: World, places: CardPlaces, node: number): Point {
  const store = places.stores.find((one) => one.node === node);
  const zone = world.nodes[node]?.zone ?? 0;
  return store ?? places.islands[zone]?.middle ?? { x: 0, y: 0 };
}

/** A closed curve through points, in whole units, each piece from where the last one ended. */
function curve(points: readonly Point[]): string {
  const at = (i: number) => points[(i + points.length) % points.length] as Point;
  const whole = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y) });
  const first = whole(at(0));
  let data = `M${first.x} ${first.y}c`;
  const pieces = points.map((_, i) => {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const start = whole(from);
    const off = (x: number, y: number) => `${Math.round(x - start.x)} ${Math.round(y - start.y)}`;
    return [
      off(from.x + (to.x - before.x) / 6, from.y + (to.y - before.y) / 6),
      off(to.x - (after.x - from.x) / 6, to.y - (after.y - from.y) / 6),
      off(whole(to).x, whole(to).y),
    ].join(" ");
  });
  data += pieces.join(" ").replaceAll(" -", "-");
  return `${data}z`;
}
