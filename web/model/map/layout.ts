/**
 * Where zones, stores and gateways stand on a canvas of a given size. Pure: the same topology
 * and size always give the same places. Knows nothing of Raft, React or the DOM.
 */
import { arrange, CELL_MIN_PX, type Density, type Outward, type Sizes } from "./cells";
import type { Rect } from "./geometry";

export interface Topology {
  zones: number;
  nodes: readonly { zone: number; kind: "store" | "gateway" | "pd" }[];
}

export interface ZonePlace {
  index: number;
  rect: Rect;
  /** The strip that carries the zone's name, on the side away from the middle of the map. */
  title: Rect;
  outward: Outward;
  density: Density;
}

export interface NodePlace {
  index: number;
  zone: number;
  rect: Rect;
  density: Density;
}

export interface Layout {
  width: number;
  height: number;
  zones: ZonePlace[];
  /** By node index. */
  nodes: NodePlace[];
  /** The strip at the foot that is kept free for the map's own buttons. */
  footer: Rect;
  /** True where there is no room for cards of two lines beside the zones. */
  tight: boolean;
  labels: LabelForm;
}

/**
 * Labels of links: all that there is to say; the delay over the rate; both in a few letters beside
 * each other, in a low map; or only the least.
 */
export type LabelForm = "line" | "stack" | "row" | "brief";

/** Room that delay and rate need in one line, with a card over it. */
const ROW_ROOM = { w: 124, h: 48 };

/** Room that a label of two lines needs at normal type; in a tight map with a card over it. */
function stackRoom(tight: boolean): { w: number; h: number } {
  return { w: 84, h: tight ? 84 : 64 };
}

export interface LayoutOptions {
  /** Size of type against normal: 1, more on a projector. */
  scale?: number;
  /** What a pointer, or a finger, can hit: cells are no smaller while there is room. */
  targetPx?: number;
}

const FOOTER_PX = 40;
/** Zones up to which they stand in a ring; more stand in a grid. */
const RING_MAX = 6;

/** Slots of the ring, as column, row, and a push towards the middle (+1) of the shorter way. */
interface Slot {
  column: number;
  row: number;
}

export function layOut(
  topology: Topology,
  width: number,
  height: number,
  options: LayoutOptions = {},
): Layout {
  const scale = options.scale ?? 1;
  const least = options.targetPx ?? CELL_MIN_PX;
  const tight = width / scale < 540 || height / scale < 400;
  const margin = tight ? 8 : 24;
  const area: Rect = {
    x: margin,
    y: margin,
    w: Math.max(1, width - 2 * margin),
    h: Math.max(1, height - margin - FOOTER_PX - (tight ? 4 : 8)),
  };
  const rects = placeZones(topology.zones, area, naturalZone(topology, width, height, scale), {
    scale,
    label: stackRoom(tight),
  });
  const nodes: NodePlace[] = [];
  const zones = rects.map((rect, index) =>
    fillZone(topology, index, rect, area, { scale, least }, nodes),
  );
  const footer = { x: margin, y: height - FOOTER_PX, w: width - 2 * margin, h: FOOTER_PX };
  const labels = labelsOf(rects, tight, scale);
  return { width, height, zones, nodes, footer, tight, labels };
}

function labelsOf(rects: readonly Rect[], tight: boolean, scale: number): LabelForm {
  if (rects.length > LABELLED_MAX) return "brief";
  if (!tight && scale === 1) return "line";
  if (hasRoom(rects, stackRoom(tight), scale)) return "stack";
  return hasRoom(rects, ROW_ROOM, scale) ? "row" : "brief";
}

/** Zones up to which each link has the room for its rate. */
const LABELLED_MAX = 4;

/** Whether a label stands between any two zones that are beside or over each other. */
function hasRoom(rects: readonly Rect[], room: { w: number; h: number }, scale: number): boolean {
  return rects.every((a, i) =>
    rects.slice(i + 1).every((b) => {
      const across = Math.max(a.x, b.x) - Math.min(a.x + a.w, b.x + b.w);
      const along = Math.max(a.y, b.y) - Math.min(a.y + a.h, b.y + b.h);
      return across >= room.w * scale - 1 || along >= room.h * scale - 1;
    }),
  );
}

/** The size at which the fullest zone can say everything, the same for all zones. */
function naturalZone(topology: Topology, width: number, height: number, scale: number) {
  const room = Math.min(width / 708, height / 556);
  const grow = Math.min(1.3, Math.max(1, room)) * scale;
  let w = 0;
  let h = 0;
  for (let zone = 0; zone < topology.zones; zone++) {
    const inside = topology.nodes.filter((node) => node.zone === zone);
    const stores = inside.filter((node) => node.kind === "store").length;
    const gateways = inside.length - stores;
    const columns = stores <= 3 ? Math.min(2, stores) : 3;
    const rows = Math.ceil(stores / Math.max(1, columns));
    const reader = gateways > 0 ? 72 + 28 : 0;
    w = Math.max(w, columns * 160 + (columns - 1) * 8 + reader + 32);
    h = Math.max(h, 36 + rows * 112 + (rows - 1) * 8 + 24, 36 + gateways * 52);
  }
  return { w: Math.max(180, w) * grow, h: Math.max(148, h) * grow };
}

function placeZones(
  count: number,
  area: Rect,
  natural: { w: number; h: number },
  { scale, label }: { scale: number; label: { w: number; h: number } },
): Rect[] {
  const wide = area.w >= area.h * 0.95;
  const slots = slotsOf(count, wide);
  const columns = 1 + Math.max(0, ...slots.map((slot) => slot.column));
  const rows = 1 + Math.max(0, ...slots.map((slot) => slot.row));
  const across = spread(area.w, columns, natural.w, { scale, labelPx: label.w });
  const down = spread(area.h, rows, natural.h, { scale, labelPx: label.h });
  const size = { w: across.size, h: down.size };
  const total = {
    w: columns * size.w + (columns - 1) * across.gap,
    h: rows * size.h + (rows - 1) * down.gap,
  };
  return slots.map((slot) => {
    const inRow = slots.filter((other) => other.row === slot.row).length;
    const inColumn = slots.filter((other) => other.column === slot.column).length;
    const shiftX = wide ? ((columns - inRow) * (size.w + across.gap)) / 2 : 0;
    const shiftY = wide ? 0 : ((rows - inColumn) * (size.h + down.gap)) / 2;
    const centred = count === 3 && !wide ? ((columns - inRow) * (size.w + across.gap)) / 2 : shiftX;
    return {
      x: Math.round(
        area.x + (area.w - total.w) / 2 + slot.column * (size.w + across.gap) + centred,
      ),
      y: Math.round(
        area.y +
          (area.h - total.h) / 2 +
          slot.row * (size.h + down.gap) +
          (count === 3 ? 0 : shiftY) +
          bow(count, slot, wide, down.gap, rows),
      ),
      w: Math.floor(size.w),
      h: Math.floor(size.h),
    };
  });
}

/**
 * Places in reading order: a row, a triangle, a square, a ring that is longer where there is room,
 * and a grid for more.
 */
function slotsOf(count: number, wide: boolean): Slot[] {
  const grid = (columns: number): Slot[] =>
    Array.from({ length: count }, (_, i) => ({
      column: i % columns,
      row: Math.floor(i / columns),
    }));
  if (count <= 1) return grid(1);
  if (count === 2) return wide ? grid(2) : grid(1);
  if (count <= 4) return grid(2);
  if (count <= RING_MAX) return wide ? grid(3) : grid(2);
  if (!wide || count === 9) return grid(3);
  return grid(4);
}

/** In a row of three the outer two step inwards, so that the six stand in a ring. */
function bow(count: number, slot: Slot, wide: boolean, gap: number, rows: number): number {
  if (count < 5 || count > RING_MAX || !wide || slot.column === 1) return 0;
  if (count === 5 && slot.row === 1) return 0;
  const step = Math.round(gap * 0.2);
  return slot.row < rows / 2 ? step : -step;
}

/** Divides a length into equal pieces with gaps that leave room for links to be read. */
function spread(
  length: number,
  pieces: number,
  natural: number,
  { scale, labelPx }: { scale: number; labelPx: number },
): { size: number; gap: number } {
  if (pieces === 1) return { size: Math.min(length, natural), gap: 0 };
  const share = pieces === 2 ? 0.19 : pieces === 3 ? 0.12 : 0.08;
  const least = pieces === 2 ? 40 : pieces === 3 ? 24 : 18;
  // What labels need, as long as zones keep most of it.
  const label = pieces === 2 ? Math.min(labelPx * scale, length * 0.28) : 0;
  const gap = Math.min(150 * scale, Math.max(least, length * share, label));
  const size = Math.max(0, Math.min(natural, (length - gap * (pieces - 1)) / pieces));
  const left = (length - size * pieces) / (pieces - 1);
  return { size, gap: Math.max(gap, Math.min(left, size * 0.9)) };
}

function fillZone(
  topology: Topology,
  index: number,
  rect: Rect,
  area: Rect,
  { scale, least }: Sizes,
  nodes: NodePlace[],
): ZonePlace {
  const outward: Outward = {
    x: rect.x + rect.w / 2 <= area.x + area.w / 2 + 1 ? "left" : "right",
    y: rect.y + rect.h / 2 <= area.y + area.h / 2 + 1 ? "top" : "bottom",
  };
  const padding = rect.h < 150 || rect.w < 200 ? 5 : 14;
  const titleHeight = Math.round(Math.min(rect.h / 4, (rect.h < 150 ? CELL_MIN_PX : 34) * scale));
  const top = outward.y === "top";
  const title: Rect = {
    x: rect.x,
    y: top ? rect.y : rect.y + rect.h - titleHeight,
    w: rect.w,
    h: titleHeight,
  };
  const content: Rect = {
    x: rect.x + padding,
    y: top ? rect.y + titleHeight : rect.y + padding,
    w: Math.max(0, rect.w - 2 * padding),
    h: Math.max(0, rect.h - titleHeight - padding),
  };
  const stores: number[] = [];
  const others: number[] = [];
  topology.nodes.forEach((node, i) => {
    if (node.zone === index) (node.kind === "store" ? stores : others).push(i);
  });
  const cells = arrange(content, stores.length, others.length, outward, { scale, least });
  const put = (node: number, cell: Rect | undefined) => {
    if (cell) nodes[node] = { index: node, zone: index, rect: cell, density: cells.density };
  };
  stores.forEach((node, i) => {
    put(node, cells.stores[i]);
  });
  others.forEach((node, i) => {
    put(node, cells.gateways[i]);
  });
  return { index, rect, title, outward, density: cells.density };
}
