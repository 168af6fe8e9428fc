/**
 * The way that a request took over the map: its hops in order, as numbered arrows.
 */
import type { RequestView } from "@/engine/types";
import { directionAt, type Path, type Point, pathData, pointAt } from "@/model/map/geometry";
import { useMap } from "./mapContext";
import css from "./way.module.css";

interface Hop {
  number: number;
  path: Path;
  /** Where its number stands, so that hops on the same way do not cover each other. */
  at: number;
  crosses: boolean;
}

interface WayProps {
  known: RequestView;
  /** It is told by somebody else than the engine that it was. */
  isStale?: boolean;
}

export function WayPicture({ known, isStale = known.verdict === "stale" }: WayProps) {
  const { lanes } = useMap();
  const hops = hopsOf(known, lanes.route);
  const bad = isStale || known.outcome === "failed";
  return (
    <g className={css.way} data-way={known.id} data-bad={bad}>
      {hops.map((hop) => (
        <g key={hop.number}>
          <path className={css.wayLine} data-crosses={hop.crosses} d={pathData(hop.path)} />
          <path className={css.wayHead} d={headData(hop.path)} />
        </g>
      ))}
      {numbersOf(hops).map(({ number, x, y }) => (
        <g key={number}>
          <circle className={css.wayDot} cx={x} cy={y} r={NUMBER_PX} />
          <text className={css.wayNumber} x={x} y={y + 4.2}>
            {number}
          </text>
        </g>
      ))}
    </g>
  );
}

const SHORT_PX = 60;
const NUMBER_PX = 9;
/** Where a number stands on its way when another one is there already. */
const ELSEWHERE = [0, 0.14, -0.14, 0.28, -0.28];

function hopsOf(request: RequestView, route: (from: number, to: number) => Path): Hop[] {
  const onWay = new Map<string, number>();
  return request.hops.map((hop, i) => {
    const key = `${hop.from}>${hop.to}`;
    const before = onWay.get(key) ?? 0;
    onWay.set(key, before + 1);
    return {
      number: i + 1,
      path: route(hop.from, hop.to),
      at: Math.min(0.85, 0.45 + before * 0.16),
      crosses: hop.crosses,
    };
  });
}

/** No number covers another one, as far as its way has room: some ways part only near their ends. */
function numbersOf(hops: readonly Hop[]): (Point & { number: number })[] {
  const placed: (Point & { number: number })[] = [];
  for (const hop of hops) {
    const places = ELSEWHERE.map((more) => besideWay({ ...hop, at: hop.at + more }));
    const isFree = (at: Point) =>
      placed.every((other) => Math.hypot(at.x - other.x, at.y - other.y) > 2 * NUMBER_PX);
    const place = places.find(isFree) ?? besideWay(hop);
    placed.push({ ...place, number: hop.number });
  }
  return placed;
}

/** On a short hop the number stands to the right of it, or it would hide the arrow. */
function besideWay({ path, at }: Hop): Point {
  const p = pointAt(path, at);
  if (path.length > SHORT_PX) return p;
  const way = directionAt(path, at);
  return { x: p.x - way.y * 12, y: p.y + way.x * 12 };
}

function headData(path: Path): string {
  const tip = pointAt(path, 1);
  const way = directionAt(path, 0.99);
  const back = path.length > SHORT_PX ? 8 : 6;
  const half = back * 0.56;
  const x = tip.x - way.x * back;
  const y = tip.y - way.y * back;
  return `M${tip.x} ${tip.y}L${x - way.y * half} ${y + way.x * half}L${x + way.y * half} ${y - way.x * half}Z`;
}
