/** Paints what is seen of lanes, marks and arrows on a canvas. */

import { ticks } from "d3-array";
import { utc } from "@/model/traces/roleTrace";
import { TONES, type Tone } from "@/model/traces/trace";
import {
  axisHeight,
  firstSeen,
  gutterOf,
  type Look,
  laneHeight,
  type Picture,
  type Row,
  rowsOf,
  type Sizes,
} from "./picture";

/** What is told apart by more than its tone. */
export interface Chosen {
  selected: number | null;
  hovered: number | null;
  /** Marks that belong together; others are paler while there are any. */
  part: ReadonlySet<number>;
  finds: ReadonlySet<number>;
}

/** Of a mark without a length. */
const RADIUS = 4;

export type Colour = (role: string) => string;

/** In the order of TONES: the token of each tone's colour. */
const TOKENS: readonly string[] = [
  "index",
  "write",
  "vote",
  "append",
  "ink3",
  "append",
  "zoneline",
  "vote",
  "ok",
  "index",
];
export const tokenOf = (tone: Tone): string => TOKENS[TONES.indexOf(tone)] ?? "ink";

interface Ground {
  paint: CanvasRenderingContext2D;
  picture: Picture;
  look: Look;
  sizes: Sizes;
  chosen: Chosen;
  colour: Colour;
  rows: readonly Row[];
  gutter: number;
  top: number;
  lane: number;
}

export function paintLanes(
  paint: CanvasRenderingContext2D,
  picture: Picture,
  look: Look,
  sizes: Sizes,
  chosen: Chosen,
  colour: Colour,
): void {
  const { textPx } = sizes;
  const { rows } = rowsOf(picture.trace, textPx);
  const ground: Ground = {
    paint,
    picture,
    look,
    sizes,
    chosen,
    colour,
    rows,
    gutter: gutterOf(sizes),
    top: axisHeight(textPx),
    lane: laneHeight(textPx),
  };
  paint.clearRect(0, 0, sizes.width, sizes.height);
  paint.textBaseline = "middle";
  const seen = rows.filter((row) => {
    const y = row.y - look.scrollPx;
    return y > -ground.lane * 2 && y < sizes.height;
  });
  clipped(paint, ground.gutter - RADIUS - 1, ground.top, sizes, () => {
    paintFolds(ground);
    for (const row of seen) paintLine(ground, row);
    paintArrows(ground);
    for (const row of seen) paintMarks(ground, row);
    paintChosen(ground);
  });
  clipped(paint, 0, ground.top, sizes, () => {
    for (const row of seen) paintName(ground, row);
  });
  paintAxis(ground);
}

function clipped(
  paint: CanvasRenderingContext2D,
  x: number,
  y: number,
  { width, height }: Sizes,
  draw: () => void,
): void {
  paint.save();
  paint.beginPath();
  paint.rect(x, y, width - x, height - y);
  paint.clip();
  draw();
  paint.restore();
}

const xOf = ({ gutter, look }: Ground, width: number): number =>
  gutter + (width - look.from) / look.perPx;

const yOf = ({ top, look, lane }: Ground, row: Row): number =>
  top + row.y - look.scrollPx + lane / 2;

function paintFolds(ground: Ground): void {
  const { paint, picture, colour, sizes, top } = ground;
  paint.fillStyle = colour("hover");
  for (const fold of picture.axis.folds) {
    const x = xOf(ground, picture.axis.of(fold.from));
    const end = xOf(ground, picture.axis.of(fold.to));
    if (end < ground.gutter || x > sizes.width) continue;
    paint.fillRect(x + 1, top, Math.max(1, end - x - 2), sizes.height);
  }
}

function paintLine(ground: Ground, row: Row): void {
  const { paint, colour, sizes } = ground;
  const y = Math.round(yOf(ground, row)) + 0.5;
  paint.strokeStyle = colour("line");
  paint.lineWidth = 1;
  paint.beginPath();
  paint.moveTo(ground.gutter, y);
  paint.lineTo(sizes.width, y);
  paint.stroke();
}

function paintName(ground: Ground, row: Row): void {
  const { paint, colour, sizes, picture, lane } = ground;
  const y = yOf(ground, row);
  const name = picture.trace.lanes[row.lane]?.name ?? "";
  paint.fillStyle = colour("ink2");
  paint.fillText(fitting(paint, name, ground.gutter - 8), 2, y);
  if (row.group === "") return;
  paint.fillStyle = colour("ink");
  paint.fillText(row.group, 2, y - lane / 2 - sizes.textPx * 0.8);
}

/** The text, or as much as fits with an ellipsis. */
function fitting(paint: CanvasRenderingContext2D, text: string, width: number): string {
  if (paint.measureText(text).width <= width) return text;
  let end = text.length;
  while (end > 1 && paint.measureText(`${text.slice(0, end)}…`).width > width) end -= 1;
  return `${text.slice(0, end)}…`;
}

const WORDS_PX_MIN = 14;

function paintMarks(ground: Ground, row: Row): void {
  const { picture, look, sizes, chosen, paint } = ground;
  const marks = picture.byLane[row.lane] ?? new Uint32Array();
  const reach = picture.reach[row.lane] ?? new Float64Array();
  const y = yOf(ground, row);
  const isPale = chosen.part.size > 0;
  // Up to here it is painted.
  let edge = Number.NEGATIVE_INFINITY;
  for (let place = firstSeen(reach, look.from); place < marks.length; place++) {
    const mark = marks[place] ?? 0;
    const x = xOf(ground, picture.left[mark] ?? 0);
    if (x > sizes.width + RADIUS) break;
    const end = Math.min(sizes.width + 2, xOf(ground, picture.right[mark] ?? 0));
    if (end < ground.gutter - RADIUS) continue;
    const isSpecial = chosen.part.has(mark);
    if (Math.max(end, x + 1) <= edge + 0.5 && !isSpecial) continue;
    paint.globalAlpha = isPale && !isSpecial ? 0.45 : 1;
    paintMark(ground, mark, { x, end, y });
    // A mark without a length lies above a bar that goes on.
    if (end - x >= 0.5 || x > edge) edge = Math.max(edge, x + 1, Math.min(end, x + 2));
  }
  paint.globalAlpha = 1;
}

interface Spot {
  x: number;
  end: number;
  y: number;
}

function paintMark(ground: Ground, mark: number, { x, end, y }: Spot): void {
  const { paint, picture, colour, lane, sizes } = ground;
  const { trace } = picture;
  const tone = TONES[trace.tone[mark] ?? 0] ?? "event";
  const ink = colour(tokenOf(tone));
  if (end - x < 0.5) {
    paintPoint(ground, tone, { x, y });
    return;
  }
  const height = Math.round(lane * 0.66);
  const top = Math.round(y - height / 2);
  const left = Math.max(x, ground.gutter - 4);
  const width = Math.max(1.5, end - left);
  const isOpen = trace.open[mark] === 1;
  const { globalAlpha } = paint;
  const isSoft = tone === "failed" || isOpen;
  paint.fillStyle = ink;
  paint.globalAlpha = globalAlpha * (isSoft ? 0.12 : tone === "follower" ? 0.5 : 0.24);
  paint.fillRect(left, top, width, height);
  paint.globalAlpha = globalAlpha;
  paint.strokeStyle = ink;
  paint.lineWidth = 1;
  paint.setLineDash(isOpen ? [4, 3] : isSoft ? [1, 3] : []);
  if (width > 3) paint.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
  else paint.fillRect(left, top, width, height);
  paint.setLineDash([]);
  if (width < WORDS_PX_MIN) return;
  const from = Math.max(left, ground.gutter) + 4;
  // Words stay readable where their bar is pale.
  paint.globalAlpha = 1;
  paint.fillStyle = colour(isSoft || globalAlpha < 1 ? "ink2" : "ink");
  const space = Math.min(end, sizes.width) - from - 3;
  const fits = [trace.short(mark), trace.brief(mark)].find(
    (words) => paint.measureText(words).width <= space,
  );
  const words = fits ?? fitting(paint, trace.short(mark), space);
  if (fits !== undefined || words.length > 4) paint.fillText(words, from, y + 0.5);
}

function paintPoint(ground: Ground, tone: Tone, { x, y }: Omit<Spot, "end">): void {
  const { paint, colour, lane } = ground;
  paint.fillStyle = colour(tokenOf(tone));
  if (tone === "note") {
    paint.fillRect(x - 1, y - lane * 0.42, 2, lane * 0.84);
    return;
  }
  paint.beginPath();
  paint.arc(x, y, RADIUS, 0, Math.PI * 2);
  paint.fill();
}

/** Arrows that begin or end in sight; from afar one for each two pixels. */
function paintArrows(ground: Ground): void {
  const { paint, picture, colour, sizes, rows, gutter } = ground;
  const { arrows, lane } = picture.trace;
  const { from, to } = arrows;
  if (from.length === 0) return;
  // By two pixels: how many arrows begin there.
  const drawn = new Uint8Array((sizes.width >> 1) + 2);
  const most = ground.look.perPx > 1 ? 1 : Number.POSITIVE_INFINITY;
  const column = (x: number): number => Math.max(0, Math.min(sizes.width, x)) >> 1;
  paint.strokeStyle = colour("ink3");
  paint.lineWidth = 1;
  paint.beginPath();
  for (let arrow = 0; arrow < from.length; arrow++) {
    const [sender, receiver] = [from[arrow] ?? 0, to[arrow] ?? 0];
    const x = xOf(ground, picture.left[sender] ?? 0);
    const end = xOf(ground, picture.left[receiver] ?? 0);
    // One that only passes by would lead from nowhere to nowhere.
    const isSeen = (at: number) => at >= gutter - RADIUS && at <= sizes.width + RADIUS;
    if (!isSeen(x) && !isSeen(end)) continue;
    const begin = column(isSeen(x) ? x : end);
    if ((drawn[begin] ?? 0) >= most) continue;
    drawn[begin] = (drawn[begin] ?? 0) + 1;
    const [first, second] = [rows[lane[sender] ?? 0], rows[lane[receiver] ?? 0]];
    if (first === undefined || second === undefined) continue;
    arrowLine(paint, x, yOf(ground, first), end, yOf(ground, second));
  }
  paint.stroke();
}

const HEAD_PX = 6;

function arrowLine(
  paint: CanvasRenderingContext2D,
  x: number,
  y: number,
  endX: number,
  endY: number,
): void {
  const length = Math.hypot(endX - x, endY - y);
  if (length < 1) return;
  const [dx, dy] = [(endX - x) / length, (endY - y) / length];
  const [tipX, tipY] = [endX - dx * RADIUS, endY - dy * RADIUS];
  paint.moveTo(x, y);
  paint.lineTo(tipX, tipY);
  if (length < 14) return;
  for (const side of [-0.45, 0.45]) {
    paint.moveTo(tipX, tipY);
    paint.lineTo(tipX - HEAD_PX * (dx - dy * side), tipY - HEAD_PX * (dy + dx * side));
  }
}

/** Frames around what was chosen, above everything. */
function paintChosen(ground: Ground): void {
  const { chosen, colour } = ground;
  for (const mark of chosen.finds) frame(ground, mark, colour("vote"), 2);
  for (const mark of chosen.part) frame(ground, mark, colour("bad"), 2);
  if (chosen.hovered !== null) frame(ground, chosen.hovered, colour("ink2"), 1);
  if (chosen.selected !== null) frame(ground, chosen.selected, colour("ink"), 2);
}

function frame(ground: Ground, mark: number, ink: string, width: number): void {
  const { paint, picture, rows, lane, sizes, gutter } = ground;
  const row = rows[picture.trace.lane[mark] ?? 0];
  if (row === undefined) return;
  const x = xOf(ground, picture.left[mark] ?? 0);
  const end = Math.min(sizes.width + 4, xOf(ground, picture.right[mark] ?? 0));
  if (end < gutter - 4 || x > sizes.width) return;
  const y = yOf(ground, row);
  paint.strokeStyle = ink;
  paint.lineWidth = width;
  paint.beginPath();
  if (end - x < 0.5) paint.arc(x, y, RADIUS + 3, 0, Math.PI * 2);
  else {
    const height = Math.round(lane * 0.66) + 3;
    const left = Math.max(x, gutter - 6) - 1;
    paint.rect(left, Math.round(y - height / 2), Math.max(4, end - left + 1), height);
  }
  paint.stroke();
}

const TICK_PX = 130;

function paintAxis(ground: Ground): void {
  const { paint, sizes, colour, gutter, top } = ground;
  paint.fillStyle = colour("ink2");
  paint.strokeStyle = colour("line");
  paint.lineWidth = 1;
  let before = "";
  for (const { x, words } of ticksOf(ground)) {
    if (words !== before) paint.fillText(words, x + 3, top / 2);
    before = words;
    paint.beginPath();
    paint.moveTo(x + 0.5, top - 5);
    paint.lineTo(x + 0.5, top);
    paint.stroke();
  }
  paint.beginPath();
  paint.moveTo(gutter, top - 0.5);
  paint.lineTo(sizes.width, top - 0.5);
  paint.stroke();
}

/** Instants at equal distances on the screen; of numbered marks whole numbers, where they are. */
function ticksOf({ picture, look, sizes, gutter }: Ground): { x: number; words: string }[] {
  const count = Math.max(1, Math.floor((sizes.width - gutter) / TICK_PX));
  const at = (x: number): number => picture.axis.at(look.from + (x - gutter) * look.perPx);
  if (picture.trace.isTime) {
    const places = Array.from({ length: count }, (_, tick) => gutter + tick * TICK_PX);
    return places.map((x) => ({ x, words: utc(at(x)).slice(11, 23) }));
  }
  const whole = ticks(at(gutter), at(sizes.width), count).filter(Number.isInteger);
  const xOf = (position: number): number =>
    Math.round(gutter + (picture.axis.of(position) - look.from) / look.perPx);
  return whole.map((position) => ({ x: xOf(position), words: String(position) }));
}
