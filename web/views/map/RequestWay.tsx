/**
 * The way that a request took over the map: its hops in order, as numbered arrows.
 */
import { useRef } from "react";
import type { Frame, RequestView, World } from "@/protocol/engine";
import { useSim } from "@/store/simStore";
import { directionAt, type Path, type Point, pathData, pointAt } from "./geometry";
import css from "./map.module.css";
import { useMap } from "./mapContext";

interface Hop {
  number: number;
  path: Path;
  /** Where its number stands, so that hops on the same way do not cover each other. */
  at: number;
  crosses: boolean;
}

export function RequestWay() {
  const { world, lanes } = useMap();
  const memory = useRef(new RequestMemory());
  const known = useSim((s) => {
    const id = requestOf(s.hover) ?? requestOf(s.selection);
    if (s.frame && s.world === world) memory.current.learn(world, s.frame);
    return id === null ? undefined : memory.current.request(id);
  });
  if (!known) return null;
  const bad = known.verdict === "stale" || known.outcome === "failed";
  return (
    <g className={css.way} data-bad={bad}>
      {hopsOf(known, lanes.route).map((hop) => (
        <g key={hop.number}>
          <path className={css.wayLine} data-crosses={hop.crosses} d={pathData(hop.path)} />
          <path className={css.wayHead} d={headData(hop.path)} />
        </g>
      ))}
      {hopsOf(known, lanes.route).map((hop) => {
        const p = besideWay(hop);
        return (
          <g key={hop.number}>
            <circle className={css.wayDot} cx={p.x} cy={p.y} r={9} />
            <text className={css.wayNumber} x={p.x} y={p.y + 4.2}>
              {hop.number}
            </text>
          </g>
        );
      })}
    </g>
  );
}

const REMEMBERED_MAX = 100;

/** Frames tell of the newest requests only; one that a person looks at stays known for a while. */
class RequestMemory {
  private world: World | null = null;
  private learned: Frame | null = null;
  private readonly requests = new Map<number, RequestView>();

  learn(world: World, frame: Frame): void {
    if (frame === this.learned) return;
    const again = world.nodes !== this.world?.nodes || frame.now_us < (this.learned?.now_us ?? 0);
    if (again) this.requests.clear();
    this.world = world;
    this.learned = frame;
    for (const request of frame.requests) {
      this.requests.delete(request.id);
      this.requests.set(request.id, request);
    }
    for (const id of this.requests.keys()) {
      if (this.requests.size <= REMEMBERED_MAX) break;
      this.requests.delete(id);
    }
  }

  request(id: number): RequestView | undefined {
    return this.requests.get(id);
  }
}

const SHORT_PX = 60;

function requestOf(target: unknown): number | null {
  if (typeof target !== "object" || target === null || !("request" in target)) return null;
  return target.request as number;
}

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
