/** Small outlines of cards as path data, in whole units. Pure. */

import type { Point, Rect } from "@/model/map/geometry";

export function crossAt({ x, y }: Point, size: number): string {
  const d = 2 * size;
  return `M${Math.round(x - size)} ${Math.round(y - size)}l${d} ${d}m0-${d}l-${d} ${d}`;
}

export function star(x: number, y: number, r: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    const reach = i % 2 === 0 ? r : r * 0.42;
    return `${Math.round(x + reach * Math.cos(angle))} ${Math.round(y + reach * Math.sin(angle))}`;
  });
  return `M${points.join("L")}z`;
}

export function box({ x, y, w, h }: Rect): string {
  const [left, top] = [Math.round(x), Math.round(y)];
  const [width, height] = [Math.max(1, Math.round(w)), Math.max(1, Math.round(h))];
  return `M${left} ${top}h${width}v${height}h-${width}z`;
}
