/** Geometry of a request's waterfall: a bar per hop, and one per wait in a node. */

import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { RequestView } from "@/engine/types";
import { criticalPath } from "@/model/requests/view";

interface Stretch {
  readonly from_us: number;
  readonly to_us: number;
  readonly x: number;
  readonly width: number;
}

export interface HopBar extends Stretch {
  readonly what: "hop";
  /** Place in the request's list of hops. */
  readonly hop: number;
  /** It is still on its way: its bar ends at now. */
  readonly flying: boolean;
  /** The answer waited for it on its way between zones: the first such hop is 1. Otherwise 0. */
  readonly crossing: number;
}

export interface WaitBar extends Stretch {
  readonly what: "wait";
  readonly node: number;
}

export interface Waterfall {
  readonly x: ScaleLinear<number, number>;
  /** In the order of their beginnings, one row each. */
  readonly bars: readonly (HopBar | WaitBar)[];
}

const BAR_WIDTH_MIN = 2;

/** The picture of one request at an instant, `width` pixels wide. */
export function waterfall(request: RequestView, now_us: number, width: number): Waterfall {
  const end_us = request.completed_us ?? now_us;
  const ends = request.hops.map((hop) => Math.min(hop.arrive_us, now_us));
  const latest_us = Math.max(end_us, request.invoked_us + 1, ...ends);
  const x = scaleLinear([request.invoked_us, latest_us], [0, width]);
  const stretch = (from_us: number, to_us: number): Stretch => ({
    from_us,
    to_us,
    x: x(from_us),
    width: Math.max(BAR_WIDTH_MIN, x(to_us) - x(from_us)),
  });
  const crossed = crossingsOf(request);
  const hops = request.hops.map(
    (hop, index): HopBar => ({
      what: "hop",
      hop: index,
      crossing: crossed.indexOf(hop) + 1,
      flying: hop.arrive_us > now_us,
      ...stretch(hop.sent_us, Math.min(hop.arrive_us, now_us)),
    }),
  );
  const waits = waitsOf(request, end_us, now_us)
    .map(
      ({ node, from_us, to_us }): WaitBar => ({ what: "wait", node, ...stretch(from_us, to_us) }),
    )
    .filter((bar) => x(bar.to_us) - x(bar.from_us) >= BAR_WIDTH_MIN);
  return { x, bars: [...hops, ...waits].sort((a, b) => a.from_us - b.from_us) };
}

/**
 * The hops between zones that the answer waited for, one after the other: two of them are a round
 * trip. Empty while there is no answer.
 */
export function crossingsOf(request: RequestView): RequestView["hops"] {
  if (request.outcome !== "ok" || request.completed_us === null) return [];
  const path = criticalPath(request.hops, request.node, request.completed_us);
  return path.filter(({ crosses }) => crosses);
}

interface Wait {
  readonly node: number;
  readonly from_us: number;
  readonly to_us: number;
}

/** Stretches of the request's life in which none of its hops was on its way. */
function waitsOf(request: RequestView, end_us: number, now_us: number): Wait[] {
  const waits: Wait[] = [];
  let covered_us = request.invoked_us;
  let node = request.node;
  const close = (until_us: number): void => {
    if (until_us > covered_us) waits.push({ node, from_us: covered_us, to_us: until_us });
  };
  for (const hop of [...request.hops].sort((a, b) => a.sent_us - b.sent_us)) {
    close(Math.min(hop.sent_us, end_us));
    const arrived_us = Math.min(hop.arrive_us, now_us);
    if (arrived_us < covered_us) continue;
    covered_us = arrived_us;
    node = hop.to;
  }
  close(end_us);
  return waits;
}
