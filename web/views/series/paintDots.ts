/** Paints requests as dots: one mark a pixel cell, the telling ones last and larger. */

import type { Completions } from "@/model/series/series";
import { type Dot, dotOf, rowsWithin } from "./latencies";

export interface DotsPicture {
  completions: Completions;
  /** How high a request's dot is, undefined = it has none. */
  valueAt: (row: number) => number | undefined;
  x: { (us: number): number; domain(): number[] };
  y: (value: number) => number;
  width: number;
  height: number;
  hideVerdicts: boolean;
}

/** Colour roles of the theme; shape says the same. */
const ROLES: Record<Dot, string> = {
  read: "--rows",
  write: "--write",
  past: "--rows",
  stale: "--bad",
  unanswered: "--ink2",
};
const CELL_PX = 2;

export function paintDots(canvas: HTMLCanvasElement, picture: DotsPicture): void {
  const { completions, valueAt, x, y, width, height, hideVerdicts } = picture;
  const context = canvas.getContext("2d");
  if (context === null || width === 0) return;
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const colour = coloursOf(canvas);
  const [fromUs = 0, toUs = 0] = x.domain();
  const [first, end] = rowsWithin(completions, fromUs - 1, toUs);
  const { at_us } = completions.columns;
  const columns = Math.ceil(width / CELL_PX) + 1;
  const taken = new Uint8Array(columns * (Math.ceil(height / CELL_PX) + 1));
  const telling: [number, number, Dot][] = [];
  const each = (row: number): void => {
    const value = valueAt(row);
    if (value === undefined) return;
    const px = x(at_us[row] ?? 0);
    const py = y(value);
    const dot = dotOf(completions, row, hideVerdicts);
    if (dot === "stale" || dot === "unanswered") {
      telling.push([px, py, dot]);
      return;
    }
    const cell = Math.floor(py / CELL_PX) * columns + Math.floor(px / CELL_PX);
    if (taken[cell] === 1) return;
    taken[cell] = 1;
    context.fillStyle = colour[dot];
    context.strokeStyle = colour[dot];
    mark(context, dot, px, py);
  };
  context.globalAlpha = 0.75;
  for (let row = first; row < end; row += 1) each(row);
  context.globalAlpha = 1;
  context.lineWidth = 1.5;
  for (const [px, py, dot] of telling) {
    context.strokeStyle = colour[dot];
    mark(context, dot, px, py);
  }
}

/** As the theme has them now. */
function coloursOf(canvas: HTMLCanvasElement): Record<Dot, string> {
  const style = getComputedStyle(canvas);
  const of = (dot: Dot) => style.getPropertyValue(ROLES[dot]);
  return {
    read: of("read"),
    write: of("write"),
    past: of("past"),
    stale: of("stale"),
    unanswered: of("unanswered"),
  };
}

function mark(context: CanvasRenderingContext2D, dot: Dot, x: number, y: number): void {
  switch (dot) {
    case "read":
      context.fillRect(x - 1.5, y - 1.5, 3, 3);
      return;
    case "write":
      context.strokeRect(x - 1.5, y - 1.5, 3, 3);
      return;
    case "past":
      context.beginPath();
      context.arc(x, y, 2, 0, Math.PI * 2);
      context.stroke();
      return;
    case "stale":
    case "unanswered": {
      const reach = dot === "stale" ? 3.5 : 2.5;
      context.beginPath();
      context.moveTo(x - reach, y - reach);
      context.lineTo(x + reach, y + reach);
      context.moveTo(x - reach, y + reach);
      context.lineTo(x + reach, y - reach);
      context.stroke();
    }
  }
}
