/** How the name, the stores and the gateways of one zone share its land. Pure. */
import { arrange, CELL_MIN_PX, type Outward, type Sizes } from "./cells";
import type { Rect } from "./geometry";
import type { Inside } from "./island";
import type { NodePlace, Topology, ZonePlace } from "./places";

/** What the only store of an island needs to say everything at normal type. */
export const LONE_PX = { w: 196, h: 68 };
/** The sign of a store with the gap behind it, where a zone's name follows. */
export const SIGN_PX = 30;
export const SIGN_GAP_PX = 7;
const NAME_PX = 30;

interface ZoneToFill {
  index: number;
  /** Its land. */
  rect: Rect;
  /** Where zones may be. */
  area: Rect;
  /** Share of the land across and down that is surely within the coast. */
  inside: Inside;
  /** Its name stands above its stores even where there is only one. */
  namesAbove: boolean;
}

/** Fills a zone and adds its nodes, by index, to those of the map. */
export function fillZone(
  topology: Topology,
  { index, rect, area, inside, namesAbove }: ZoneToFill,
  sizes: Sizes,
  nodes: NodePlace[],
): ZonePlace {
  const { scale } = sizes;
  const outward: Outward = {
    x: rect.x + rect.w / 2 <= area.x + area.w / 2 + 1 ? "left" : "right",
    y: rect.y + rect.h / 2 <= area.y + area.h / 2 + 1 ? "top" : "bottom",
  };
  const stores: number[] = [];
  const others: number[] = [];
  topology.nodes.forEach((node, i) => {
    if (node.zone === index) (node.kind === "store" ? stores : others).push(i);
  });
  const room = middleOf(rect, inside);
  const lone = !namesAbove && stores.length === 1 && hasRow(room, scale);
  const nameHeight = Math.round(Math.min(room.h / 3, NAME_PX * scale));
  const content = lone ? room : { ...room, y: room.y + nameHeight, h: room.h - nameHeight };
  const cells = arrange(content, stores.length, others.length, outward, sizes);
  const put = (node: number, cell: Rect | undefined) => {
    if (cell) nodes[node] = { index: node, zone: index, rect: cell, density: cells.density };
  };
  stores.forEach((node, i) => {
    put(node, cells.stores[i]);
  });
  others.forEach((node, i) => {
    put(node, cells.gateways[i]);
  });
  const [first] = cells.stores;
  const title = lone && first ? nameBeside(first, scale) : nameAbove(content, rect, nameHeight);
  return { index, rect, title, lone, outward, density: cells.density };
}

/** Smaller, a store has no room for a name beside its sign, and anything below. */
const ROW_ROOM_PX = { w: 96, h: 56 };

function hasRow({ w, h }: Rect, scale: number): boolean {
  return w >= ROW_ROOM_PX.w * scale && h >= ROW_ROOM_PX.h * scale;
}

/** The row of a store's sign at normal type, by its height: of a low one the log needs the rest. */
export function rowPx(storePx: number): number {
  return storePx < LOW_PX ? 23 : 30;
}

const LOW_PX = 62;

function nameBeside(store: Rect, scale: number): Rect {
  const left = (SIGN_PX + SIGN_GAP_PX) * scale;
  const h = Math.min(NAME_PX, rowPx(store.h / scale)) * scale;
  return { x: store.x + left, y: store.y, w: Math.max(0, store.w - left), h };
}

/** Over all that stands on the island; where that is too low to be hit, it begins nearer the coast. */
function nameAbove(content: Rect, land: Rect, height: number): Rect {
  const h = Math.max(0, Math.floor(Math.min(content.y - land.y, Math.max(height, CELL_MIN_PX))));
  return { ...content, y: Math.floor(content.y) - h, h };
}

function middleOf(rect: Rect, inside: Inside): Rect {
  const w = rect.w * inside.across;
  const h = rect.h * inside.down;
  return { x: rect.x + (rect.w - w) / 2, y: rect.y + (rect.h - h) / 2, w, h };
}
