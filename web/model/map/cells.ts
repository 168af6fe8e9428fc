/** How the stores and gateways of one zone share its inside, so that cells can say most. */
import type { Rect } from "./geometry";

/** How much a cell has room to say: all of it, the essentials, a glyph with a name, a glyph. */
export type Density = "full" | "medium" | "compact" | "tiny";

export interface Cells {
  stores: Rect[];
  gateways: Rect[];
  density: Density;
}

/** Side on which the gateways stand: away from the middle of the map, so that replicas face it. */
export interface Outward {
  x: "left" | "right";
  y: "top" | "bottom";
}

export interface Sizes {
  /** Of type, against normal. */
  scale: number;
  /** Px that a cell shall have for the pointer at hand, if there is room. */
  least: number;
}

export const CELL_MIN_PX = 24;
export const FULL_PX = { w: 150, h: 60 };
export const MEDIUM_PX = { w: 104, h: 40 };
export const COMPACT_PX = { w: 52, h: 30 };
const CELL_MAX_PX = { w: 236, h: 78 };
const GATEWAY_MAX_PX = { w: 84, h: 40 };
const DENSITIES: readonly Density[] = ["tiny", "compact", "medium", "full"];

type Size = Pick<Rect, "w" | "h">;

/** Px between two cells that are beside and over each other. */
interface Gap {
  across: number;
  down: number;
}

const GAPS: readonly Gap[] = [12, 8, 4, 2].flatMap((across) =>
  [12, 8, 4, 2].map((down) => ({ across, down })),
);

/** Cells of one size in rows and columns, in the middle of their area. */
interface Grid {
  area: Rect;
  count: number;
  columns: number;
  gap: Gap;
  /** No cell is larger. */
  largest: Size;
}

interface Strip {
  place: "none" | "left" | "right" | "top" | "bottom";
  thickness: number;
  gap: number;
}

/** The density that a cell of this size can carry; `scale` is the size of type against normal. */
export function densityOf(w: number, h: number, scale: number): Density {
  if (w >= FULL_PX.w * scale && h >= FULL_PX.h * scale) return "full";
  if (w >= MEDIUM_PX.w * scale && h >= MEDIUM_PX.h * scale) return "medium";
  if (w >= COMPACT_PX.w * scale && h >= COMPACT_PX.h * scale) return "compact";
  return "tiny";
}

export function arrange(
  content: Rect,
  stores: number,
  gateways: number,
  outward: Outward,
  sizes: Sizes,
): Cells {
  const { scale } = sizes;
  const largest = scaled(CELL_MAX_PX, scale);
  let best: { grid: Grid; gateways: Rect[] } | null = null;
  let bestRating = Number.NEGATIVE_INFINITY;
  for (const strip of strips(gateways, outward, sizes)) {
    const split = divide(content, strip);
    const gatewayCells = placeGateways(split.strip, gateways, strip, sizes);
    for (const gap of GAPS) {
      for (let columns = 1; columns <= Math.max(1, stores); columns++) {
        const grid = { area: split.main, count: stores, columns, gap, largest };
        const size = stores === 0 ? undefined : cellSize(grid);
        const rating = rate(size, gatewayCells[0], gap, strip, sizes);
        if (rating > bestRating) {
          bestRating = rating;
          best = { grid, gateways: gatewayCells };
        }
      }
    }
  }
  if (best === null) return { stores: [], gateways: [], density: "tiny" };
  const cells = placeGrid(best.grid);
  const [sample] = cells;
  const density = sample === undefined ? "tiny" : densityOf(sample.w, sample.h, scale);
  return { stores: cells, gateways: best.gateways, density };
}

function scaled({ w, h }: Size, scale: number): Size {
  return { w: w * scale, h: h * scale };
}

function strips(gateways: number, outward: Outward, { scale, least }: Sizes): Strip[] {
  if (gateways === 0) return [{ place: "none", thickness: 0, gap: 0 }];
  const all: Strip[] = [];
  for (const gap of [16, 12, 8, 4]) {
    for (const px of [...[60, 52, 44, 36].map((px) => Math.round(px * scale)), least, CELL_MIN_PX])
      all.push({ place: outward.x, thickness: px, gap });
    for (const px of [...[30, 26].map((px) => Math.round(px * scale)), least, CELL_MIN_PX])
      all.push({ place: outward.y, thickness: px, gap });
  }
  return all;
}

function divide(content: Rect, strip: Strip): { main: Rect; strip: Rect } {
  const { x, y, w, h } = content;
  const used = strip.thickness + strip.gap;
  switch (strip.place) {
    case "left":
      return {
        main: { x: x + used, y, w: w - used, h },
        strip: { x, y, w: strip.thickness, h },
      };
    case "right":
      return {
        main: { x, y, w: w - used, h },
        strip: { x: x + w - strip.thickness, y, w: strip.thickness, h },
      };
    case "top":
      return {
        main: { x, y: y + used, w, h: h - used },
        strip: { x, y, w, h: strip.thickness },
      };
    case "bottom":
      return {
        main: { x, y, w, h: h - used },
        strip: { x, y: y + h - strip.thickness, w, h: strip.thickness },
      };
    default:
      return { main: content, strip: { x, y, w: 0, h: 0 } };
  }
}

function placeGateways(area: Rect, count: number, strip: Strip, { scale, least }: Sizes): Rect[] {
  if (count === 0) return [];
  const upright = strip.place === "left" || strip.place === "right";
  const columns = upright ? 1 : count;
  const isRoomy = upright ? area.h / count - 8 >= CELL_MIN_PX : area.w / count > 64;
  const most = scaled(GATEWAY_MAX_PX, scale);
  const largest = { w: Math.max(most.w, least), h: Math.max(most.h, least) };
  return placeGrid({ area, count, columns, gap: evenly(isRoomy ? 8 : 2), largest });
}

function evenly(px: number): Gap {
  return { across: px, down: px };
}

function cellSize({ area, count, columns, gap, largest }: Grid): Size {
  const share = (length: number, pieces: number, px: number, most: number) =>
    Math.floor(Math.max(0, Math.min(most, (length - px * (pieces - 1)) / pieces)));
  const w = share(area.w, columns, gap.across, largest.w);
  const h = share(area.h, Math.ceil(count / columns), gap.down, largest.h);
  return { w, h };
}

function placeGrid(grid: Grid): Rect[] {
  const { area, count, columns, gap } = grid;
  const rows = Math.ceil(count / columns);
  const { w, h } = cellSize(grid);
  const cells: Rect[] = [];
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, count - row * columns);
    const left = area.x + (area.w - inRow * w - (inRow - 1) * gap.across) / 2;
    const top = area.y + (area.h - rows * h - (rows - 1) * gap.down) / 2;
    cells.push({
      x: Math.floor(left + (i % columns) * (w + gap.across)),
      y: Math.floor(top + row * (h + gap.down)),
      w,
      h,
    });
  }
  return cells;
}

function rate(
  store: Size | undefined,
  gateway: Size | undefined,
  gap: Gap,
  strip: Strip,
  sizes: Sizes,
): number {
  const { scale, least } = sizes;
  let rating = gap.across + gap.down + strip.gap * 1.5;
  if (store) {
    rating -= tooSmall(store, least);
    rating += DENSITIES.indexOf(densityOf(store.w, store.h, scale)) * 400;
    rating += 420 * Math.min(1.1, store.w / (FULL_PX.w * scale));
    rating += 100 * Math.min(1.1, store.h / (FULL_PX.h * scale));
  }
  if (gateway) {
    rating -= tooSmall(gateway, least);
    rating += 160 * Math.min(1, gateway.w / (46 * scale));
    rating += 90 * Math.min(1, gateway.h / (30 * scale));
    // A column keeps the replicas' rows of text long and the reader beside its replica.
    if (strip.place === "left" || strip.place === "right") rating += 30;
  }
  return rating;
}

/** Dearer than anything that a cell could say; what nobody could hit at all is dearer still. */
function tooSmall({ w, h }: Size, least: number): number {
  const px = Math.min(w, h);
  if (px < CELL_MIN_PX) return 1e9 - px * 1e6;
  return px < least ? 1e5 - px * 1e3 : 0;
}
