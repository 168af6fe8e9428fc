/** Paints into the text of an SVG file that stands alone: colours resolved, every mark a vector. */
import { shapeData } from "@/model/shapes";
import type { Look } from "./canvasPainter";
import type { Numbers } from "./numbers";
import type { Fill, Marks, Painter, Stroke, TextLook } from "./painter";

/** Mean width of a letter as a share of its size: a file cannot measure. */
const LETTER = 0.56;

export class SvgPainter implements Painter {
  private readonly look: Look;
  private readonly parts: string[] = [];
  private clips = 0;

  constructor(look: Look) {
    this.look = look;
  }

  /** The file. */
  document(width: number, height: number, title: string, text: string): string {
    const size = `width="${short(width)}" height="${short(height)}"`;
    const ground = `<rect ${size} fill="${this.look.colour("panel")}"/>`;
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${short(width)} ${short(height)}" font-family="${escaped(this.look.font)}" role="img">`,
      `<title>${escaped(title)}</title>`,
      `<desc>${escaped(text)}</desc>`,
      ground,
      ...this.parts,
      "</svg>",
      "",
    ].join("\n");
  }

  moved(dx: number, dy: number, draw: () => void): void {
    this.parts.push(`<g transform="translate(${short(dx)} ${short(dy)})">`);
    draw();
    this.parts.push("</g>");
  }

  segments(lines: Numbers, stroke: Stroke): void {
    let data = "";
    const { values, length } = lines;
    for (let i = 0; i < length; i += 4)
      data += `M${short(values[i])} ${short(values[i + 1])}L${short(values[i + 2])} ${short(values[i + 3])}`;
    this.path(data, this.strokeOf(stroke));
  }

  trail(points: readonly number[], stroke: Stroke): void {
    let data = "";
    for (let i = 0; i + 1 < points.length; i += 2)
      data += `${i === 0 ? "M" : "L"}${short(points[i])} ${short(points[i + 1])}`;
    this.path(data, this.strokeOf(stroke));
  }

  rects(rects: Numbers, fill: Fill): void {
    let data = "";
    const { values, length } = rects;
    for (let i = 0; i < length; i += 4) {
      const w = short(values[i + 2]);
      data += `M${short(values[i])} ${short(values[i + 1])}h${w}v${short(values[i + 3])}h-${w}z`;
    }
    this.path(data, this.fillOf(fill));
  }

  rect(x: number, y: number, w: number, h: number, fill: Fill): void {
    this.parts.push(
      `<rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}" ${this.fillOf(fill)}/>`,
    );
  }

  marks(places: Numbers, look: Marks): void {
    let data = "";
    const { values, length } = places;
    for (let i = 0; i < length; i += 3)
      data += shapeData(
        look.shape,
        values[i] as number,
        values[i + 1] as number,
        values[i + 2] as number,
      );
    const colour = this.look.colour(look.role);
    const ground = this.look.colour("panel");
    const fill = look.hollow ? ground : colour;
    const edge = look.hollow ? colour : ground;
    const order = look.hollow ? "" : ' paint-order="stroke"';
    this.path(
      data,
      `fill="${fill}" stroke="${edge}" stroke-width="${short(look.widthPx)}"${order}`,
    );
  }

  crosses(places: Numbers, stroke: Stroke): void {
    let data = "";
    const { values, length } = places;
    for (let i = 0; i < length; i += 3) {
      const x = values[i] as number;
      const y = values[i + 1] as number;
      const d = (values[i + 2] as number) * 0.75;
      data += `M${short(x - d)} ${short(y - d)}L${short(x + d)} ${short(y + d)}`;
      data += `M${short(x + d)} ${short(y - d)}L${short(x - d)} ${short(y + d)}`;
    }
    this.path(data, this.strokeOf(stroke));
  }

  text(text: string, x: number, y: number, look: TextLook): void {
    if (look.boxed !== undefined) {
      const w = this.widthOf(text, look);
      const left = look.align === "middle" ? x - w / 2 : look.align === "end" ? x - w : x;
      const half = look.sizePx * 0.62;
      this.rect(left - 3, y - half, w + 6, 2 * half, { role: look.boxed, alpha: 0.86 });
    }
    const anchor = look.align === undefined ? "" : ` text-anchor="${look.align}"`;
    const weight = look.strong === true ? this.look.strong : this.look.weight;
    const alpha = look.alpha === undefined ? "" : ` opacity="${look.alpha}"`;
    this.parts.push(
      `<text x="${short(x)}" y="${short(y + look.sizePx * 0.36)}" font-size="${look.sizePx}" font-weight="${weight}" fill="${this.look.colour(look.role)}"${anchor}${alpha}>${escaped(text)}</text>`,
    );
  }

  widthOf(text: string, look: TextLook): number {
    return text.length * look.sizePx * LETTER;
  }

  inside(x: number, y: number, w: number, h: number, draw: () => void): void {
    this.clips += 1;
    const id = `inside-${this.clips}`;
    this.parts.push(
      `<clipPath id="${id}"><rect x="${short(x)}" y="${short(y)}" width="${short(w)}" height="${short(h)}"/></clipPath>`,
      `<g clip-path="url(#${id})">`,
    );
    draw();
    this.parts.push("</g>");
  }

  private path(data: string, look: string): void {
    if (data !== "") this.parts.push(`<path d="${data}" ${look}/>`);
  }

  private strokeOf({ role, widthPx, dash, alpha }: Stroke): string {
    const dashes = dash === undefined ? "" : ` stroke-dasharray="${dash.join(" ")}"`;
    const faint = alpha === undefined ? "" : ` opacity="${alpha}"`;
    return `fill="none" stroke="${this.look.colour(role)}" stroke-width="${short(widthPx)}"${dashes}${faint}`;
  }

  private fillOf({ role, alpha }: Fill): string {
    const faint = alpha === undefined ? "" : ` fill-opacity="${alpha}"`;
    return `fill="${this.look.colour(role)}"${faint}`;
  }
}

function short(value: number | undefined): string {
  const rounded = Math.round((value ?? 0) * 100) / 100;
  return String(rounded === 0 ? 0 : rounded);
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
