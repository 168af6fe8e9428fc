/** Where a key leads on the map: an arrow to the nearest thing that way, a bracket to the next. */
import { centreOf, type Rect } from "./geometry";

export interface Stop {
  key: string;
  rect: Rect;
}

/** How much dearer a step aside is than one ahead. */
const ASIDE = 1.5;

const WAYS: Readonly<Record<string, { x: -1 | 0 | 1; y: -1 | 0 | 1 }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const TURNS: Readonly<Record<string, 1 | -1>> = { "[": -1, "]": 1 };

export function leadsOn(key: string): boolean {
  return key in WAYS || key in TURNS;
}

/** The neighbour, or undefined at the edge of the map. */
export function neighbourOf(stops: readonly Stop[], from: string, key: string): Stop | undefined {
  const turn = TURNS[key];
  if (turn !== undefined) return stops[stops.findIndex((stop) => stop.key === from) + turn];
  const way = WAYS[key];
  const here = stops.find(({ key }) => key === from);
  if (way === undefined || here === undefined) return undefined;
  const c = centreOf(here.rect);
  let best: Stop | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    if (stop === here) continue;
    const to = centreOf(stop.rect);
    const ahead = (to.x - c.x) * way.x + (to.y - c.y) * way.y;
    const aside = Math.abs((to.x - c.x) * way.y) + Math.abs((to.y - c.y) * way.x);
    // What lies more aside than ahead is the other keys' to reach.
    if (ahead < 1 || aside > 2 * ahead + reachOf(here.rect, way)) continue;
    const cost = ahead + ASIDE * aside;
    if (cost < least) {
      least = cost;
      best = stop;
    }
  }
  return best;
}

/** Half of the side that faces the way: what is beside any part of it is ahead. */
function reachOf(rect: Rect, way: { x: number; y: number }): number {
  return (way.x === 0 ? rect.w : rect.h) / 2;
}
