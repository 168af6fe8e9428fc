/** The arrows of the messages in view, in batches of one look; where they are dense, columns. */

import type { World } from "@/engine/types";
import { MARK_SHAPES, type MarkStyle, markStyles } from "@/model/messageMarks";
import { Density } from "./density";
import { Numbers } from "./numbers";
import { endsHalfway, type Picture } from "./picture";
import { between } from "./selectMessages";
import { BREAK_PX, instantAt, lastAtMost } from "./timeScale";

export interface ArrowGroup {
  style: MarkStyle;
  crosses: boolean;
  /** An answer to another message: dashed, where there is room for dashes. */
  answers: boolean;
  lines: Numbers;
  heads: Numbers;
}

export interface Arrows {
  count: number;
  detail: Detail;
  groups: ArrowGroup[];
  /** Lines and crosses of messages that did not get through. */
  doomed: Numbers;
  crosses: Numbers;
  /** Marks where a message leaves its zone. */
  gates: Numbers;
  /** Headers of refusals. */
  refused: Numbers;
  density: Density | null;
}

/** full: marks at the ends; lines: none; dense: hairlines and columns. */
export type Detail = "full" | "lines" | "dense";

/** Messages for each pixel of width, up to which there is room for marks and for single lines. */
const FULL_PER_PX = 0.6;
const LINES_PER_PX = 2;
/** A line that leans less than this is a column. */
const UPRIGHT_PX = 1.5;
/** In a dense picture, lines of one look that are nearer than this are one. */
const APART_PX = 3;
const HEAD_PX = 3.6;
const DOT_PX = 2.2;

/** Styles in drawing order: what is frequent and small lies under what is rare and large. */
export function stylesOf(world: World): { styles: MarkStyle[]; styleOfType: number[] } {
  const ofType = markStyles(world);
  const styles: MarkStyle[] = [];
  const styleOfType = new Array<number>(ofType.length).fill(0);
  for (const shape of MARK_SHAPES)
    ofType.forEach((style, type) => {
      if (style.shape !== shape) return;
      const at = styles.findIndex((s) => s.shape === shape && s.role === style.role);
      styleOfType[type] = at < 0 ? styles.push(style) - 1 : at;
    });
  return { styles, styleOfType };
}

export function isHollow({ shape }: MarkStyle): boolean {
  return shape === "ring" || shape.includes("open") || shape === "crossed-square";
}

export function layOutArrows(picture: Picture): Arrows {
  const { plot, shown, line, leftPx } = picture;
  const [first, end] = between(shown, instantAt(line, leftPx), instantAt(line, leftPx + plot.w));
  const perPx = (end - first) / Math.max(1, plot.w);
  const detail: Detail = perPx <= FULL_PER_PX ? "full" : perPx <= LINES_PER_PX ? "lines" : "dense";
  const placer = new Placer(picture, detail);
  placer.run(first, end);
  return placer.arrows;
}

class Placer {
  readonly arrows: Arrows;
  private readonly picture: Picture;
  private readonly styleOfType: number[];
  private readonly orderOfNode: Uint16Array;
  /** By group and pair: column and lean of the line drawn last, not to draw it twice. */
  private readonly last: Int32Array;
  private readonly nodes: number;

  constructor(picture: Picture, detail: Detail) {
    const { world, lanes } = picture;
    const { styles, styleOfType } = stylesOf(world);
    this.picture = picture;
    this.styleOfType = styleOfType;
    this.nodes = world.nodes.length;
    this.orderOfNode = new Uint16Array(this.nodes);
    lanes.lanes.forEach((lane, order) => {
      this.orderOfNode[lane.node] = order;
    });
    const isDense = detail === "dense";
    this.last = new Int32Array(isDense ? styles.length * this.nodes * this.nodes : 0).fill(-1);
    this.arrows = {
      count: 0,
      detail,
      groups: styles.flatMap((style) => [groupOf(style, false), groupOf(style, true)]),
      doomed: new Numbers(),
      crosses: new Numbers(),
      gates: new Numbers(),
      refused: new Numbers(),
      density: isDense
        ? new Density(
            styles.length,
            lanes.lanes.map((lane) => lane.y),
          )
        : null,
    };
  }

  run(first: number, end: number): void {
    const { picture, arrows } = this;
    const { messages, shown, line, leftPx, plot } = picture;
    const offset = plot.x - leftPx;
    let fold = first < end ? lastAtMost(line.fromUs, line.folds, shown.sentUs[first] as number) : 0;
    for (let i = first; i < end; i++) {
      const row = shown.rows[i] as number;
      const sent = shown.sentUs[i] as number;
      while (fold + 1 < line.folds && (line.fromUs[fold + 1] as number) <= sent) fold++;
      // Nothing shown happens in a fold, so both ends stand in one straight piece of the line.
      const x1 =
        fold < 0
          ? sent / line.usPerPx + offset
          : (line.fromPx[fold] as number) +
            BREAK_PX +
            (sent - (line.toUs[fold] as number)) / line.usPerPx +
            offset;
      const x2 = x1 + ((messages.endUs[row] as number) - sent) / line.usPerPx;
      if (x2 < plot.x - 8) continue;
      arrows.count++;
      this.place(row, x1, x2);
    }
    arrows.density?.finish();
  }

  private place(row: number, x1: number, x2: number): void {
    const { messages, lanes } = this.picture;
    const { arrows } = this;
    const from = messages.from[row] as number;
    const to = messages.to[row] as number;
    const outcome = messages.outcome[row] as number;
    const style = this.styleOfType[messages.type[row] as number] as number;
    const y1 = lanes.yOfNode[from] as number;
    const y2 = lanes.yOfNode[to] as number;
    if (outcome >= 2) {
      this.placeDoomed(outcome, x1, y1, x2, y2);
      return;
    }
    if (arrows.density !== null) {
      if (x2 - x1 < UPRIGHT_PX) {
        const column = Math.max(0, Math.round(x1));
        arrows.density.add(
          style,
          this.orderOfNode[from] as number,
          this.orderOfNode[to] as number,
          column,
        );
        return;
      }
      if (this.isDrawn(style, from, to, x1, x2)) return;
    }
    const crosses = lanes.zoneOfNode[from] !== lanes.zoneOfNode[to];
    const group = arrows.groups[style * 2 + (crosses ? 1 : 0)] as ArrowGroup;
    group.lines.push4(x1, y1, x2, y2);
    if (arrows.detail !== "full") return;
    this.placeHead(group, row, x1, y1, x2, y2);
    if (crosses) this.placeGate(from, x1, y1, x2, y2);
  }

  /** In a dense picture: whether the same line was drawn for the message before. */
  private isDrawn(style: number, from: number, to: number, x1: number, x2: number): boolean {
    const key = (style * this.nodes + from) * this.nodes + to;
    const look = (Math.round(x1 / APART_PX) << 12) | Math.min(4095, Math.round(x2 - x1));
    if (this.last[key] === look) return true;
    this.last[key] = look;
    return false;
  }

  private placeHead(
    group: ArrowGroup,
    row: number,
    x1: number,
    y1: number,
    x2: number,
    y2: number,
  ): void {
    const { scale } = this.picture;
    const radius = (group.style.shape === "dot" ? DOT_PX : HEAD_PX) * scale;
    const length = Math.max(1, Math.hypot(x2 - x1, y2 - y1));
    // Its edge touches the lane, so that what arrives together stays apart.
    const back = Math.min(length / 2, radius + 1.5) / length;
    const x = x2 - (x2 - x1) * back;
    const y = y2 - (y2 - y1) * back;
    group.heads.push3(x, y, radius);
    if (this.picture.messages.reject[row] === 1) this.arrows.refused.push3(x, y, radius + 1);
  }

  private placeGate(from: number, x1: number, y1: number, x2: number, y2: number): void {
    const { lanes } = this.picture;
    const band = lanes.bands.find((b) => b.zone === lanes.zoneOfNode[from]);
    if (band === undefined || y1 === y2) return;
    const edge = y2 > y1 ? band.bottom : band.top;
    const x = x1 + ((x2 - x1) * (edge - y1)) / (y2 - y1);
    this.arrows.gates.push4(x - 2.5, edge, x + 2.5, edge);
  }

  private placeDoomed(outcome: number, x1: number, y1: number, x2: number, y2: number): void {
    const { arrows, picture } = this;
    const y = endsHalfway(outcome) ? (y1 + y2) / 2 : y2;
    arrows.doomed.push4(x1, y1, x2, y);
    arrows.crosses.push3(x2, y, (arrows.detail === "full" ? 5 : 3) * picture.scale);
  }
}

function groupOf(style: MarkStyle, crosses: boolean): ArrowGroup {
  return { style, crosses, answers: isHollow(style), lines: new Numbers(), heads: new Numbers() };
}
