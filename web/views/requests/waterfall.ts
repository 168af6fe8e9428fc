/**
 * Geometry of a request's waterfall: one bar per hop over the life of the request, and the gaps
 * between hops, when it waited in a node.
 * Pure: hops in, bars out.
 */
import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { RequestView } from "@/protocol/engine";

export interface HopBar {
  readonly hop: number;
  readonly row: number;
  readonly x: number;
  readonly width: number;
  /** It is still on its way: its bar ends at now. */
  readonly flying: boolean;
}

export interface Gap {
  readonly from_us: number;
  readonly to_us: number;
  /** Row of the bar before it, -1 at the start. */
  readonly row: number;
  readonly x: number;
  readonly width: number;
}

export interface Waterfall {
  readonly x: ScaleLinear<number, number>;
  readonly bars: readonly HopBar[];
  readonly gaps: readonly Gap[];
}

const BAR_WIDTH_MIN = 2;

/** The picture of one request at an instant, `width` pixels wide. */
export function waterfall(request: RequestView, now_us: number, width: number): Waterfall {
  const end_us = request.completed_us < 0 ? now_us : request.completed_us;
  const latest = request.hops.reduce(
    (at, hop) => Math.max(at, shownEnd(hop.arrive_us, now_us)),
    end_us,
  );
  const x = scaleLinear([request.invoked_us, Math.max(latest, request.invoked_us + 1)], [0, width]);
  const bars = request.hops.map((hop, index): HopBar => {
    const end = shownEnd(hop.arrive_us, now_us);
    return {
      hop: index,
      row: index,
      x: x(hop.sent_us),
      width: Math.max(BAR_WIDTH_MIN, x(end) - x(hop.sent_us)),
      flying: hop.arrive_us > now_us,
    };
  });
  return { x, bars, gaps: gapsOf(request, end_us, now_us, x) };
}

function shownEnd(arrive_us: number, now_us: number): number {
  return Math.min(arrive_us, now_us);
}

/** Stretches of the request's life in which none of its hops was on its way. */
function gapsOf(
  request: RequestView,
  end_us: number,
  now_us: number,
  x: ScaleLinear<number, number>,
): Gap[] {
  const gaps: Gap[] = [];
  let covered_us = request.invoked_us;
  let row = -1;
  const order = request.hops.map((_, i) => i);
  order.sort((a, b) => (request.hops[a]?.sent_us ?? 0) - (request.hops[b]?.sent_us ?? 0) || a - b);
  const close = (until_us: number): void => {
    if (until_us > covered_us) {
      const left = x(covered_us);
      gaps.push({ from_us: covered_us, to_us: until_us, row, x: left, width: x(until_us) - left });
    }
  };
  for (const index of order) {
    const hop = request.hops[index];
    if (hop === undefined) continue;
    close(Math.min(hop.sent_us, end_us));
    covered_us = Math.max(covered_us, shownEnd(hop.arrive_us, now_us));
    row = index;
  }
  close(end_us);
  return gaps;
}
