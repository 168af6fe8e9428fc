/** Points, boxes and measured paths of the map. */

export interface Point {
  x: number;
  y: number;
}

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A path as points with the distance walked at each, so that a fraction of it is a place on it. */
export interface Path {
  xs: Float32Array;
  ys: Float32Array;
  /** Distance from the start at each point. */
  along: Float32Array;
  length: number;
}

export function centreOf(rect: Rect): Point {
  return { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 };
}

export function inset(rect: Rect, by: number): Rect {
  return {
    x: rect.x + by,
    y: rect.y + by,
    w: Math.max(0, rect.w - 2 * by),
    h: Math.max(0, rect.h - 2 * by),
  };
}

/** True when the two boxes share more than an edge, or come nearer than `gap`. */
export function overlaps(a: Rect, b: Rect, gap = 0): boolean {
  return (
    a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap
  );
}

export function overlapArea(a: Rect, b: Rect): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

export function holds(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && x <= rect.x + rect.w && y >= rect.y && y <= rect.y + rect.h;
}

/** Where the ray from the box's centre towards a point leaves the box. */
export function borderPoint(rect: Rect, toward: Point): Point {
  const c = centreOf(rect);
  const dx = toward.x - c.x;
  const dy = toward.y - c.y;
  if (dx === 0 && dy === 0) return { x: c.x, y: rect.y };
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : rect.w / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : rect.h / 2 / Math.abs(dy),
  );
  return { x: c.x + dx * scale, y: c.y + dy * scale };
}

export function cubicAt(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const u = 1 - t;
  const wa = u * u * u;
  const wb = 3 * u * u * t;
  const wc = 3 * u * t * t;
  const wd = t * t * t;
  return {
    x: wa * a.x + wb * b.x + wc * c.x + wd * d.x,
    y: wa * a.y + wb * b.y + wc * c.y + wd * d.y,
  };
}

export function measure(points: readonly Point[]): Path {
  const count = points.length;
  const xs = new Float32Array(count);
  const ys = new Float32Array(count);
  const along = new Float32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) {
    const p = points[i] as Point;
    xs[i] = p.x;
    ys[i] = p.y;
    if (i > 0) {
      const before = points[i - 1] as Point;
      length += Math.hypot(p.x - before.x, p.y - before.y);
    }
    along[i] = length;
  }
  return { xs, ys, along, length };
}

/** The place at fraction `t` (0 start, 1 end) of the path's length, written into `out`. */
export function highlight(path: Path, t: number, out: Point = { x: 0, y: 0 }): Point {
  const last = path.xs.length - 1;
  const want = Math.min(1, Math.max(0, t)) * path.length;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((path.along[middle] as number) <= want) low = middle;
    else high = middle;
  }
  const start = path.along[low] as number;
  const span = (path.along[high] as number) - start;
  const part = span > 0 ? (want - start) / span : 0;
  const x = path.xs[low] as number;
  const y = path.ys[low] as number;
  out.x = x + ((path.xs[high] as number) - x) * part;
  out.y = y + ((path.ys[high] as number) - y) * part;
  return out;
}

/** Unit direction of travel at fraction `t`. */
export function directionAt(path: Path, t: number): Point {
  const step = 0.01;
  const a = highlight(path, Math.max(0, t - step));
  const b = highlight(path, Math.min(1, t + step));
  const size = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: (b.x - a.x) / size, y: (b.y - a.y) / size };
}

/** The same points moved sideways, to the right of the direction of travel. */
export function shiftRight(points: readonly Point[], by: number): Point[] {
  const last = points.length - 1;
  return points.map((p, i) => {
    const before = points[Math.max(0, i - 1)] as Point;
    const after = points[Math.min(last, i + 1)] as Point;
    const dx = after.x - before.x;
    const dy = after.y - before.y;
    const size = Math.hypot(dx, dy) || 1;
    return { x: p.x - (dy / size) * by, y: p.y + (dx / size) * by };
  });
}

/** One round of corner cutting (Chaikin); the two ends stay. */
export function cutCorners(points: readonly Point[]): Point[] {
  if (points.length < 3) return [...points];
  const out: Point[] = [points[0] as Point];
  for (let i = 0; i + 1 < points.length; i++) {
    const a = points[i] as Point;
    const b = points[i + 1] as Point;
    if (i > 0) out.push({ x: a.x * 0.75 + b.x * 0.25, y: a.y * 0.75 + b.y * 0.25 });
    if (i + 2 < points.length) out.push({ x: a.x * 0.25 + b.x * 0.75, y: a.y * 0.25 + b.y * 0.75 });
  }
  out.push(points[points.length - 1] as Point);
  return out;
}

/** SVG path data through the points from fraction `from` to `to` of the length. */
export function pathData(path: Path, from = 0, to = 1): string {
  const start = highlight(path, from);
  let data = `M${round(start.x)} ${round(start.y)}`;
  for (let i = 0; i < path.xs.length; i++) {
    const part = (path.along[i] as number) / (path.length || 1);
    if (part > from && part < to)
      data += `L${round(path.xs[i] as number)} ${round(path.ys[i] as number)}`;
  }
  const end = highlight(path, to);
  return `${data}L${round(end.x)} ${round(end.y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Where links and their labels run, as boxes that a card had better not cover. */
export function boxesAlong(points: readonly Point[], half: number): Rect[] {
  return points.map((p) => ({ x: p.x - half, y: p.y - half, w: 2 * half, h: 2 * half }));
}
