/** The outlines of marks, added to the path of a canvas or of an SVG element. */
import type { MessageShape } from "./messageMarks";

/** What a canvas context and the SVG path builder below have in common. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, r: number, from: number, to: number): void;
  closePath(): void;
}

const ROUND = 2 * Math.PI;

/** `turn` is the direction of travel, for shapes that have one: to the right, unless it is given. */
export function traceShape(
  pen: Pen,
  shape: MessageShape,
  x: number,
  y: number,
  r: number,
  turn = 0,
): void {
  switch (shape) {
    case "disc":
    case "ring":
    case "dot":
      pen.moveTo(x + r, y);
      pen.arc(x, y, r, 0, ROUND);
      pen.closePath();
      return;
    case "notched":
      traceNotched(pen, x, y, r, turn);
      return;
    case "tailed":
      traceTailed(pen, x, y, r, turn);
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

/** Half of the angle that is cut out of a notched disc. */
const NOTCH = 0.62;

/** A disc with a wedge cut out behind: something was taken from it on the way. */
function traceNotched(pen: Pen, x: number, y: number, r: number, turn: number): void {
  const from = turn + Math.PI + NOTCH;
  pen.moveTo(x + Math.cos(turn) * r * 0.15, y + Math.sin(turn) * r * 0.15);
  pen.lineTo(x + Math.cos(from) * r, y + Math.sin(from) * r);
  pen.arc(x, y, r, from, from + ROUND - 2 * NOTCH);
  pen.closePath();
}

/** Length of a tail behind the middle, in radii and at least in px. */
const TAIL = 2.3;
const TAIL_PX = 9;

/** A disc that draws a tail: it carries something besides. */
function traceTailed(pen: Pen, x: number, y: number, r: number, turn: number): void {
  const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
  const length = Math.max(TAIL_PX, r * TAIL);
  const half = r * 0.72;
  pen.moveTo(x + r, y);
  pen.arc(x, y, r, 0, ROUND);
  pen.closePath();
  // Wound like the disc, so that the two are one.
  pen.moveTo(x - dy * half, y + dx * half);
  pen.lineTo(x - dx * length, y - dy * length);
  pen.lineTo(x + dy * half, y - dx * half);
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
      arc: (cx, cy, radius, from, to) => {
        if (to - from < ROUND) {
          const large = to - from > Math.PI ? 1 : 0;
          const [ex, ey] = [cx + Math.cos(to) * radius, cy + Math.sin(to) * radius];
          data += `A${n(radius)} ${n(radius)} 0 ${large} 1 ${n(ex)} ${n(ey)}`;
          return;
        }
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
