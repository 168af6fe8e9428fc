/** A route as a dot for each unit of its delay, and a tick for each five. Pure. */

import { directionAt, highlight, type Path } from "./geometry";

const EVERY = 5;
const TICK_PX = 4;

/** SVG path data of both; dots are lines of no length, with round ends. */
export function routeDots(path: Path, units: number): { dots: string; ticks: string } {
  let dots = "";
  let ticks = "";
  for (let unit = 1; unit < units; unit++) {
    const at = highlight(path, unit / units);
    const x = at.x.toFixed(1);
    const y = at.y.toFixed(1);
    if (unit % EVERY !== 0) {
      dots += `M${x} ${y}h0`;
      continue;
    }
    const way = directionAt(path, unit / units);
    const across = { x: -way.y * TICK_PX, y: way.x * TICK_PX };
    ticks += `M${(at.x - across.x).toFixed(1)} ${(at.y - across.y).toFixed(1)}`;
    ticks += `L${(at.x + across.x).toFixed(1)} ${(at.y + across.y).toFixed(1)}`;
  }
  return { dots, ticks };
}
