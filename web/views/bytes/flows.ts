/** Where bytes went, as a picture: senders left, receivers right, ribbons as thick as bytes. */

import { area, curveBumpX } from "d3-shape";

import { type Cube, pairBytes } from "@/model/traffic";

export interface Flow {
  from: number;
  to: number;
  /** Index of the kind; `SAVED` = what a feature kept from being sent. */
  kind: number;
  bytes: number;
}

/** Instead of a kind: bytes that were not sent. */
export const SAVED = -1;

export interface Ribbon extends Flow {
  path: string;
  /** Its ends, for marks and pointers. */
  left: Span;
  right: Span;
}

export interface Span {
  y: number;
  height: number;
}

export interface Bar extends Span {
  zone: number;
  bytes: number;
}

export interface FlowPicture {
  left: Bar[];
  right: Bar[];
  ribbons: Ribbon[];
}

export interface FlowSize {
  width: number;
  height: number;
  gap: number;
  bar: number;
}

/** Flows between different zones, one per pair and kind, in the order of zones and kinds. */
export function flowsOf(cube: Cube, saved: ArrayLike<number> | undefined): Flow[] {
  const flows: Flow[] = [];
  const add = (flow: Flow): void => {
    if (flow.bytes > 0) flows.push(flow);
  };
  for (let from = 0; from < cube.zones; from++) {
    for (let to = 0; to < cube.zones; to++) {
      if (from === to) continue;
      for (let kind = 0; kind < cube.kinds; kind++) {
        add({ from, to, kind, bytes: pairBytes(cube, from, to, kind) });
      }
      add({ from, to, kind: SAVED, bytes: saved?.[from * cube.zones + to] ?? 0 });
    }
  }
  return flows;
}

/** What makes a flow the same one in the next picture. */
export function flowKey({ from, to, kind }: Flow): string {
  return `${from} ${to} ${kind}`;
}

const THIN = 1;

/**
 * The picture in a given size. Thickness is in proportion to bytes, beyond one pixel that every
 * flow has so that none is invisible.
 */
export function flowPicture(flows: readonly Flow[], zones: number, size: FlowSize): FlowPicture {
  const sum = flows.reduce((all, { bytes }) => all + bytes, 0);
  const room = size.height - size.gap * (zones - 1) - THIN * flows.length;
  const perByte = sum > 0 ? Math.max(0, room) / sum : 0;
  const thick = (bytes: number): number => THIN + bytes * perByte;
  const left = side(flows, zones, "from", thick, size);
  const right = side(flows, zones, "to", thick, size);
  const ribbons = flows.map((flow) => {
    const ends = { left: spanOf(left.spans, flow), right: spanOf(right.spans, flow) };
    return { ...flow, ...ends, path: band(ends.left, ends.right, size) };
  });
  return { left: left.bars, right: right.bars, ribbons };
}

/** One side: a bar for each zone, and in it the ends of its ribbons by the other zone and kind. */
function side(
  flows: readonly Flow[],
  zones: number,
  end: "from" | "to",
  thick: (bytes: number) => number,
  size: FlowSize,
): { bars: Bar[]; spans: Map<string, Span> } {
  const spans = new Map<string, Span>();
  const bars: Bar[] = [];
  let y = 0;
  for (let zone = 0; zone < zones; zone++) {
    const top = y;
    let bytes = 0;
    for (const flow of flows) {
      if (flow[end] !== zone) continue;
      const height = thick(flow.bytes);
      spans.set(flowKey(flow), { y, height });
      if (flow.kind !== SAVED) bytes += flow.bytes;
      y += height;
    }
    bars.push({ zone, bytes, y: top, height: y - top });
    y += size.gap;
  }
  return { bars, spans };
}

function spanOf(spans: ReadonlyMap<string, Span>, flow: Flow): Span {
  return spans.get(flowKey(flow)) ?? { y: 0, height: 0 };
}

interface Edge {
  x: number;
  span: Span;
}

const bandOf = area<Edge>()
  .x(({ x }) => x)
  .y0(({ span }) => span.y)
  .y1(({ span }) => span.y + span.height)
  .curve(curveBumpX);

function band(left: Span, right: Span, size: FlowSize): string {
  const ends = [
    { x: size.bar, span: left },
    { x: size.width - size.bar, span: right },
  ];
  return bandOf(ends) ?? "";
}

/**
 * Where the names of bars stand, from top to bottom: beside the middle of each, but inside of the
 * picture and none over another, however thin the bars are.
 */
export function nameMiddles(
  bars: readonly Pick<Bar, "y" | "height">[],
  height: number,
  linePx: number,
): number[] {
  let least = linePx / 2;
  const middles = bars.map((bar) => {
    const middle = Math.max(least, bar.y + bar.height / 2);
    least = middle + linePx;
    return middle;
  });
  let most = height - linePx / 2;
  return middles
    .reverse()
    .map((wanted) => {
      const middle = Math.min(most, wanted);
      most = middle - linePx;
      return middle;
    })
    .reverse();
}
