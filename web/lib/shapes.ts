/**
 * The outlines of marks, added to the path of a canvas or of an SVG element. Knows shapes only,
 * not what they stand for.
 */
import type { MessageShape } from "./messageMarks";

/** What a canvas context and the SVG path builder below have in common. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, r: number, from: number, to: number): void;
  closePath(): void;
}

const ROUND = 2 * Math.PI;

export function traceShape(pen: Pen, shape: MessageShape, x: number, y: number, r: number): void {
  switch (shape) {
    case "disc":
    case "ring":
    case "dot":
      pen.moveTo(x + r, y);
      pen.arc(x, y, r, 0, ROUND);
      pen.closePath();
      return;
    case "diamond":
    case "open-diamond":
      tracePolygon(pen, x, y, r * 1.35, 4, 0);
      return;
    case "triangle":
    case "open-triangle":
      tracePolygon(pen, x, y + r * 0.2, r * 1.4, 3, -Math.PI / 2);
      return;
    case "folded":
      traceFolded(pen, x, y, r);
      return;
    default:
      traceSquare(pen, x, y, r * 0.886);
  }
}

/** A cross of two strokes, to be stroked. */
export function traceCross(pen: Pen, x: number, y: number, size: number): void {
  const d = size * 0.75;
  pen.moveTo(x - d, y - d);
  pen.lineTo(x + d, y + d);
  pen.moveTo(x + d, y - d);
  pen.lineTo(x - d, y + d);
}

/** Half the side that gives a square the area of a disc of radius 1. */
function traceSquare(pen: Pen, x: number, y: number, half: number): void {
  pen.moveTo(x - half, y - half);
  pen.lineTo(x + half, y - half);
  pen.lineTo(x + half, y + half);
  pen.lineTo(x - half, y + half);
  pen.closePath();
}

function tracePolygon(
  pen: Pen,
  x: number,
  y: number,
  r: number,
  corners: number,
  turn: number,
): void {
  for (let i = 0; i < corners; i++) {
    const angle = turn + (i * ROUND) / corners;
    const px = x + Math.cos(angle) * r;
    const py = y + Math.sin(angle) * r;
    if (i === 0) pen.moveTo(px, py);
    else pen.lineTo(px, py);
  }
  pen.closePath();
}

/** A sheet with a folded corner: the fold is wound the other way, which leaves a hole. */
function traceFolded(pen: Pen, x: number, y: number, r: number): void {
  const fold = r * 0.7;
  pen.moveTo(x - r, y - r);
  pen.lineTo(x + r - fold, y - r);
  pen.lineTo(x + r, y - r + fold);
  pen.lineTo(x + r, y + r);
  pen.lineTo(x - r, y + r);
  pen.closePath();
  const gap = Math.max(1, r * 0.14);
  pen.moveTo(x + r - fold - gap, y - r + gap * 1.5);
  pen.lineTo(x + r - fold, y - r + fold);
  pen.lineTo(x + r - gap * 1.5, y - r + fold + gap);
  pen.lineTo(x + r - fold - gap, y - r + fold + gap);
  pen.closePath();
}

/** Path data of a shape, for SVG. */
export function shapeData(shape: MessageShape, x: number, y: number, r: number): string {
  let data = "";
  const n = (value: number) => Math.round(value * 100) / 100;
  traceShape(
    {
      moveTo: (px, py) => {
        data += `M${n(px)} ${n(py)}`;
      },
      lineTo: (px, py) => {
        data += `L${n(px)} ${n(py)}`;
      },
      arc: (cx, cy, radius) => {
        const edge = `A${n(radius)} ${n(radius)} 0 1 1`;
        data += `M${n(cx + radius)} ${n(cy)}${edge} ${n(cx - radius)} ${n(cy)}${edge} ${n(cx + radius)} ${n(cy)}`;
      },
      closePath: () => {
        data += "Z";
      },
    },
    shape,
    x,
    y,
    r,
  );
  return data;
}
