/** Paints on a canvas: one path for each style. Must not know the diagram. */
import { traceCross, traceShape } from "@/model/shapes";
import type { Numbers } from "./numbers";
import type { Fill, Marks, Painter, Stroke, TextLook } from "./painter";

export interface Look {
  colour(role: string): string;
  font: string;
  weight: number;
  strong: number;
}

export class CanvasPainter implements Painter {
  private readonly context: CanvasRenderingContext2D;
  private readonly look: Look;
  private readonly widths = new Map<string, number>();

  constructor(context: CanvasRenderingContext2D, look: Look) {
    this.context = context;
    this.look = look;
  }

  segments(lines: Numbers, stroke: Stroke): void {
    if (lines.length === 0) return;
    const { context } = this;
    const { values, length } = lines;
    context.beginPath();
    for (let i = 0; i < length; i += 4) {
      context.moveTo(values[i] as number, values[i + 1] as number);
      context.lineTo(values[i + 2] as number, values[i + 3] as number);
    }
    this.stroke(stroke);
  }

  trail(points: readonly number[], stroke: Stroke): void {
    const { context } = this;
    context.beginPath();
    for (let i = 0; i + 1 < points.length; i += 2)
      context.lineTo(points[i] as number, points[i + 1] as number);
    this.stroke(stroke);
  }

  rects(rects: Numbers, fill: Fill): void {
    if (rects.length === 0) return;
    const { context } = this;
    const { values, length } = rects;
    context.fillStyle = this.look.colour(fill.role);
    context.globalAlpha = fill.alpha ?? 1;
    for (let i = 0; i < length; i += 4)
      context.fillRect(
        values[i] as number,
        values[i + 1] as number,
        values[i + 2] as number,
        values[i + 3] as number,
      );
    context.globalAlpha = 1;
  }

  rect(x: number, y: number, w: number, h: number, fill: Fill): void {
    const { context } = this;
    context.fillStyle = this.look.colour(fill.role);
    context.globalAlpha = fill.alpha ?? 1;
    context.fillRect(x, y, w, h);
    context.globalAlpha = 1;
  }

  marks(places: Numbers, look: Marks): void {
    if (places.length === 0) return;
    const { context } = this;
    const { values, length } = places;
    const ground = this.look.colour("panel");
    const colour = this.look.colour(look.role);
    context.beginPath();
    for (let i = 0; i < length; i += 3)
      traceShape(
        context,
        look.shape,
        values[i] as number,
        values[i + 1] as number,
        values[i + 2] as number,
      );
    context.setLineDash([]);
    if (look.hollow) {
      context.fillStyle = ground;
      context.fill();
      context.strokeStyle = colour;
      context.lineWidth = look.widthPx;
      context.stroke();
      return;
    }
    context.strokeStyle = ground;
    context.lineWidth = look.widthPx;
    context.stroke();
    context.fillStyle = colour;
    context.fill();
  }

  crosses(places: Numbers, stroke: Stroke): void {
    if (places.length === 0) return;
    const { context } = this;
    const { values, length } = places;
    context.beginPath();
    for (let i = 0; i < length; i += 3)
      traceCross(context, values[i] as number, values[i + 1] as number, values[i + 2] as number);
    this.stroke(stroke);
  }

  text(text: string, x: number, y: number, look: TextLook): void {
    const { context } = this;
    context.font = this.fontOf(look);
    context.textBaseline = "middle";
    context.textAlign = look.align === "middle" ? "center" : (look.align ?? "start");
    if (look.boxed !== undefined) {
      const w = context.measureText(text).width;
      const left = look.align === "middle" ? x - w / 2 : look.align === "end" ? x - w : x;
      const half = look.sizePx * 0.62;
      this.rect(left - 3, y - half, w + 6, 2 * half, { role: look.boxed, alpha: 0.86 });
    }
    context.globalAlpha = look.alpha ?? 1;
    context.fillStyle = this.look.colour(look.role);
    context.fillText(text, x, y + 0.5);
    context.globalAlpha = 1;
  }

  widthOf(text: string, look: TextLook): number {
    const font = this.fontOf(look);
    const key = `${font} ${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    this.context.font = font;
    const width = this.context.measureText(text).width;
    if (this.widths.size > 2_000) this.widths.clear();
    this.widths.set(key, width);
    return width;
  }

  moved(dx: number, dy: number, draw: () => void): void {
    this.context.save();
    this.context.translate(dx, dy);
    draw();
    this.context.restore();
  }

  inside(x: number, y: number, w: number, h: number, draw: () => void): void {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, w, h);
    context.clip();
    draw();
    context.restore();
  }

  private stroke(stroke: Stroke): void {
    const { context } = this;
    context.strokeStyle = this.look.colour(stroke.role);
    context.lineWidth = stroke.widthPx;
    context.globalAlpha = stroke.alpha ?? 1;
    context.setLineDash((stroke.dash ?? []) as number[]);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  private fontOf(look: TextLook): string {
    const weight = look.strong === true ? this.look.strong : this.look.weight;
    return `${weight} ${look.sizePx}px ${this.look.font}`;
  }
}
