/** Paints what changes while the picture stands: the present, and what is selected. */
import { markStyles } from "@/model/messageMarks";
import { isHollow } from "./arrows";
import { Numbers } from "./numbers";
import type { Painter } from "./painter";
import { endsHalfway, type Picture, wayOf, xOf } from "./picture";

export interface Over {
  nowUs: number;
  /** Positions of the selected messages, in order of time; of one request they are a path. */
  selected: readonly number[];
  isPath: boolean;
  /** Pointed at, or under the cursor of the keyboard; -1 for none. */
  hovered: number;
  /** Nodes whose lane is selected. */
  nodes: readonly number[];
}

const FUTURE_ALPHA = 0.62;
const ASIDE_ALPHA = 0.6;

export function paintOver(painter: Painter, picture: Picture, over: Over): void {
  const { plot, lanes } = picture;
  painter.inside(plot.x, 0, plot.w, picture.height, () => {
    for (const node of over.nodes) {
      const y = lanes.yOfNode[node] ?? 0;
      const half = Math.min(10, lanes.pitchPx / 2);
      painter.rect(plot.x, y - half, plot.w, 2 * half, { role: "accent", alpha: 0.14 });
    }
    if (over.isPath && over.selected.length > 0)
      painter.rect(plot.x, plot.y, plot.w, plot.h, { role: "panel", alpha: ASIDE_ALPHA });
    paintFuture(painter, picture, over.nowUs);
    if (over.isPath) paintPath(painter, picture, over.selected);
    for (const row of over.selected) paintPicked(painter, picture, row, 3.5);
    if (over.hovered >= 0) paintPicked(painter, picture, over.hovered, 2.5);
    paintPresent(painter, picture, over.nowUs);
  });
}

/** What is known of the time after the present stays to be seen, in pale. */
function paintFuture(painter: Painter, picture: Picture, nowUs: number): void {
  const { plot } = picture;
  const x = Math.max(plot.x, xOf(picture, nowUs));
  const right = plot.x + plot.w;
  if (x >= right) return;
  painter.rect(x, 0, right - x, plot.y + plot.h, { role: "panel", alpha: FUTURE_ALPHA });
}

function paintPresent(painter: Painter, picture: Picture, nowUs: number): void {
  const { plot, scale } = picture;
  const x = Math.round(xOf(picture, nowUs)) + 0.5;
  if (x < plot.x || x > plot.x + plot.w) return;
  painter.trail([x, 2, x, plot.y + plot.h], { role: "accent", widthPx: 1.5 * scale });
  painter.rect(x - 3.5 * scale, 0, 7 * scale, 4 * scale, { role: "accent" });
}

/** A message with a halo, in its own colour, with its mark. */
function paintPicked(painter: Painter, picture: Picture, row: number, widthPx: number): void {
  const { messages, world, scale } = picture;
  const { x1, y1, x2, y2 } = wayOf(picture, row);
  const outcome = messages.outcome[row] as number;
  const style = markStyles(world)[messages.type[row] as number];
  if (style === undefined) return;
  const line = new Numbers();
  line.push4(x1, y1, x2, y2);
  painter.segments(line, { role: "panel", widthPx: (widthPx + 5) * scale });
  painter.segments(line, { role: "accent", widthPx: (widthPx + 2) * scale, alpha: 0.35 });
  const role = outcome >= 2 ? "bad" : style.role;
  painter.segments(line, { role, widthPx: widthPx * 0.7 * scale });
  const at = new Numbers();
  at.push3(x2, y2, (outcome >= 2 ? 6 : 5) * scale);
  if (outcome >= 2 && (endsHalfway(outcome) || outcome === 5)) {
    painter.crosses(at, { role, widthPx: 2.5 });
    return;
  }
  painter.marks(at, { shape: style.shape, role, hollow: isHollow(style), widthPx: 2 });
}

/** Where a request waited between a message that arrived and the next that left. */
function paintPath(painter: Painter, picture: Picture, rows: readonly number[]): void {
  const { messages, lanes, scale } = picture;
  const waits = new Numbers();
  for (const row of rows) {
    const from = messages.from[row] as number;
    const sentUs = messages.sentUs[row] as number;
    let arrivedUs = -1;
    for (const other of rows) {
      const endUs = messages.endUs[other] as number;
      if (messages.to[other] === from && endUs <= sentUs) arrivedUs = Math.max(arrivedUs, endUs);
    }
    if (arrivedUs < 0) continue;
    const y = (lanes.yOfNode[from] ?? 0) + 0.5;
    waits.push4(xOf(picture, arrivedUs), y, xOf(picture, sentUs), y);
  }
  painter.segments(waits, { role: "accent", widthPx: 5 * scale });
}
