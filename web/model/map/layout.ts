/** Where zones, stores and gateways stand on a canvas of a given size. */
import { CELL_MIN_PX } from "./cells";
import { geography } from "./geography";
import type { Rect } from "./geometry";
import { INSIDE, type Inside, TIGHT_INSIDE } from "./island";
import type { NodePlace, Topology, ZonePlace } from "./places";
import { fillZone, LONE_PX } from "./zoneInside";

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
  /** Islands fill their boxes further, since there is little room. */
  snug: boolean;
  labels: LabelForm;
  /** Px between the middles of two zones for each ms of one-way delay; null = not to scale. */
  pxPerMs: number | null;
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
  /** Links say the least. */
  brief?: boolean;
  /** A zone's name stands above its stores even where there is only one. */
  namesAbove?: boolean;
}

const FOOTER_PX = 40;
const FINGER_PX = 44;
/** Lower, an island says nothing, or a finger does not hit what stands on it. */
const ROW_PX = 84;
const FINGER_ROW_PX = 112;
const RING_MAX = 6;

export function layOut(
  topology: Topology,
  width: number,
  height: number,
  options: LayoutOptions = {},
): Layout {
  const scale = options.scale ?? 1;
  const least = options.targetPx ?? CELL_MIN_PX;
  const tight = width / scale < 540 || height / scale < 400;
  const side = width / scale < 540 ? 8 : 24;
  // A coast strays beyond its box, and is seen whole where there is room for it.
  const margin = tight ? Math.max(8, side / 2) : 24;
  const area: Rect = {
    x: side,
    y: margin,
    w: Math.max(1, width - 2 * side),
    h: Math.max(1, height - margin - FOOTER_PX - (tight ? 4 : 8)),
  };
  const grow = Math.min(1.15, Math.max(1, Math.min(width / 1000, height / 440))) * scale;
  const roomy = naturalZone(topology, { inside: INSIDE, grow, least });
  const snug = width / scale < 540 || !hasRoomFor(topology.zones, roomy, area);
  const natural = snug ? naturalZone(topology, { inside: TIGHT_INSIDE, grow, least }) : roomy;
  const size = zoneSize(topology.zones, area, natural, {
    scale,
    label: stackRoom(tight),
    rowPx: least >= FINGER_PX ? FINGER_ROW_PX : ROW_PX,
  });
  const islands = Array.from({ length: topology.zones }, () => size);
  const { centres, pxPerMs } = geography(topology.delaysUs, islands, area);
  const rects = centres.map(({ x, y }) => ({
    x: Math.round(x - size.w / 2),
    y: Math.round(y - size.h / 2),
    ...size,
  }));
  const nodes: NodePlace[] = [];
  // A finger would not hit a store under the name that stands over it.
  const { namesAbove = least >= FINGER_PX } = options;
  const inside = snug ? TIGHT_INSIDE : INSIDE;
  const zones = rects.map((rect, index) =>
    fillZone(topology, { index, rect, area, inside, namesAbove }, { scale, least }, nodes),
  );
  const footer = { x: margin, y: height - FOOTER_PX, w: width - 2 * margin, h: FOOTER_PX };
  const labels = options.brief === true ? "brief" : labelsOf(rects, tight, scale);
  return { width, height, zones, nodes, footer, tight, snug, labels, pxPerMs };
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
function naturalZone(
  topology: Topology,
  { inside, grow, least }: { inside: Inside; grow: number; least: number },
) {
  let w = 0;
  let h = 0;
  for (let zone = 0; zone < topology.zones; zone++) {
    const inside = topology.nodes.filter((node) => node.zone === zone);
    const stores = inside.filter((node) => node.kind === "store").length;
    const gateways = inside.length - stores;
    const columns = stores <= 3 ? Math.min(2, stores) : 3;
    const rows = Math.ceil(stores / Math.max(1, columns));
    const reader = gateways > 0 ? READER_PX : 0;
    if (stores <= 1) w = Math.max(w, LONE_PX.w * stores + reader);
    else w = Math.max(w, columns * CELL_PX.w + (columns - 1) * 8 + reader);
    h = Math.max(h, stores <= 1 ? LONE_PX.h : TITLE_PX + rows * CELL_PX.h + (rows - 1) * 8);
    h = Math.max(h, gateways * 34);
    // For a finger, what does not fit beside each other stands over each other, under the name.
    if (least >= FINGER_PX) h = Math.max(h, TITLE_PX + (gateways > 0 ? 2 : 1) * (least + 8));
  }
  const land = { w: w / inside.across, h: h / inside.down };
  return { w: Math.max(150, land.w) * grow, h: Math.max(112, land.h) * grow };
}

/** Whether islands of this size leave the sea between them, in about as many rows as columns. */
function hasRoomFor(zones: number, { w, h }: { w: number; h: number }, area: Rect): boolean {
  const columns = zones <= 1 ? 1 : zones <= 4 ? 2 : zones <= RING_MAX ? 3 : 4;
  const rows = Math.ceil(zones / columns);
  return columns * w <= area.w * 0.8 && rows * h <= area.h * 0.86;
}

/** What a store's cell among others, a column of gateways and a zone's name take at normal type. */
const CELL_PX = { w: 166, h: 66 };
const READER_PX = 62;
const TITLE_PX = 28;

/** As large as all zones can be, in about as many rows as columns, with the sea between them. */
function zoneSize(
  count: number,
  area: Rect,
  natural: { w: number; h: number },
  { scale, label, rowPx }: { scale: number; label: { w: number; h: number }; rowPx: number },
): { w: number; h: number } {
  const { columns, rows } = gridOf(count, area, rowPx);
  return {
    w: Math.floor(largest(area.w, columns, natural.w, label.w * scale)),
    h: Math.floor(largest(area.h, rows, natural.h, label.h * scale)),
  };
}

/**
 * About as many zones beside each other as over each other; more where there is more room. Where two
 * rows would be lower than `rowPx`, all stand in one.
 */
function gridOf(count: number, area: Rect, rowPx: number): { columns: number; rows: number } {
  if (count <= 1) return { columns: 1, rows: 1 };
  const wide = area.w >= area.h * 0.95;
  if (count <= 4 && area.h < 2 * rowPx) return { columns: count, rows: 1 };
  const columns = count <= 4 ? 2 : count <= RING_MAX || count === 9 ? 3 : 4;
  if (count === 2) return wide ? { columns: 2, rows: 1 } : { columns: 1, rows: 2 };
  const across = wide ? columns : Math.min(columns, 3) - (count > 4 && count <= RING_MAX ? 1 : 0);
  return { columns: across, rows: Math.ceil(count / across) };
}

/** The largest of equal pieces of a length, with gaps between them in which links can be read. */
function largest(length: number, pieces: number, natural: number, labelPx: number): number {
  if (pieces === 1) return Math.min(length, natural);
  const share = pieces === 2 ? 0.19 : pieces === 3 ? 0.12 : 0.08;
  const least = pieces === 2 ? 40 : pieces === 3 ? 24 : 18;
  // What labels need, as long as zones keep most of it.
  const label = pieces === 2 ? Math.min(labelPx, length * 0.28) : 0;
  const gap = Math.max(least, length * share, label);
  return Math.max(0, Math.min(natural, (length - gap * (pieces - 1)) / pieces));
}
