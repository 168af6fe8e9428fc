/** Paints what the arrows stand on: zones, lanes, breaks, the axis, and their words. */
import { t } from "@/language/words";
import { leads, ROLE_ROWS } from "@/model/roles";
import { type Axis, axisOf } from "./axis";
import { Numbers } from "./numbers";
import type { Painter, Stroke, TextLook } from "./painter";
import { paintSigns } from "./paintSigns";
import { instantOf, type Picture, xOf } from "./picture";
import type { LaneState, Span } from "./spans";
import { lastAtMost } from "./timeScale";
import { fitted } from "./words";

interface LaneLook {
  /** Undefined: a store in this state has no line. */
  line?: Stroke;
  letter?: string | undefined;
  ink: TextLook["role"];
  /** Nobody is told that it begins so. */
  isQuiet?: boolean;
}

const ASKS: Omit<LaneLook, "letter"> = { line: { role: "vote", widthPx: 3 }, ink: "vote" };
const THIN: Stroke = { role: "control-line", widthPx: 1 };
const LOOKS: Readonly<Record<LaneState, LaneLook>> = {
  follower: { line: THIN, letter: ROLE_ROWS.follower.letter, ink: "ink3", isQuiet: true },
  "pre-candidate": { ...ASKS, letter: ROLE_ROWS["pre-candidate"].letter },
  candidate: { ...ASKS, letter: ROLE_ROWS.candidate.letter },
  leader: { line: { role: "ink", widthPx: 5 }, letter: ROLE_ROWS.leader.letter, ink: "ink" },
  learner: { line: { role: "control-line", widthPx: 1.5, dash: [1.5, 3] }, ink: "vote" },
  unknown: { line: THIN, ink: "vote" },
  paused: { line: { role: "bad", widthPx: 1, dash: [2, 5] }, ink: "vote" },
  down: { ink: "vote" },
};
/** A commit needs this much room to be told from the next. */
const TICK_ROOM_PX = 3;
const ZIGZAG_PX = 5;
/** Around the names of a zone and of its first lane, and between them. */
const NAMES_APART_PX = 17;

export function paintGround(painter: Painter, picture: Picture): void {
  const { plot, scale } = picture;
  const axis = axisOf(picture, (text) => painter.widthOf(text, small(picture)));
  painter.inside(plot.x, 0, plot.w, picture.height, () => {
    paintBands(painter, picture);
    const lines = new Numbers();
    for (const { x } of axis.ticks) lines.push4(x, plot.y, x, plot.y + plot.h);
    painter.segments(lines, { role: "line", widthPx: 1, alpha: 0.6 });
    paintLanes(painter, picture);
    paintTicks(painter, picture, scale);
  });
}

/** Lanes once more, over columns that would hide who leads. */
export function paintLanesOver(painter: Painter, picture: Picture): void {
  const { plot } = picture;
  painter.inside(plot.x, 0, plot.w, picture.height, () => paintLanes(painter, picture));
}

/** What lies over the arrows: breaks, axis and words. */
export function paintFrame(painter: Painter, picture: Picture): void {
  const { plot } = picture;
  const axis = axisOf(picture, (text) => painter.widthOf(text, small(picture)));
  painter.inside(plot.x, 0, plot.w, picture.height, () => {
    paintSigns(painter, picture);
    paintLetters(painter, picture, axis);
    paintBreaks(painter, picture, axis);
    paintFlags(painter, picture);
    paintUnrecorded(painter, picture);
  });
  paintNames(painter, picture);
  paintAxis(painter, picture, axis);
}

function small(picture: Picture): TextLook {
  return { role: "ink3", sizePx: picture.textPx };
}

function paintBands(painter: Painter, picture: Picture): void {
  const { plot, lanes } = picture;
  for (const band of lanes.bands)
    painter.rect(plot.x, band.top, plot.w, band.bottom - band.top, { role: "zone", alpha: 0.7 });
}

function paintLanes(painter: Painter, picture: Picture): void {
  const { lanes, plot, spans, scale } = picture;
  const batches = new Map<LaneState, Numbers>();
  const drawn = new Set<number>();
  for (const span of spans) {
    drawn.add(span.node);
    const x1 = Math.max(plot.x, xOf(picture, span.fromUs));
    const x2 = Math.min(plot.x + plot.w, xOf(picture, span.toUs));
    if (x2 <= x1) continue;
    let batch = batches.get(span.state);
    if (batch === undefined) {
      batch = new Numbers();
      batches.set(span.state, batch);
    }
    const y = crisp(lanes.yOfNode[span.node] ?? 0);
    batch.push4(x1, y, x2, y);
  }
  const end = Math.min(plot.x + plot.w, xOf(picture, picture.knownToUs));
  const others = new Numbers();
  for (const lane of lanes.lanes)
    if (!drawn.has(lane.node)) others.push4(plot.x, crisp(lane.y), end, crisp(lane.y));
  painter.segments(others, { role: "control-line", widthPx: 1 * scale });
  for (const [state, lines] of batches) {
    const { line } = LOOKS[state];
    if (line !== undefined) painter.segments(lines, { ...line, widthPx: line.widthPx * scale });
  }
}

function crisp(y: number): number {
  return Math.round(y) + 0.5;
}

/** The role's letter where it begins, its term behind an L; crosses and bars of crashes. */
function paintLetters(painter: Painter, picture: Picture, axis: Axis): void {
  const { lanes, plot, spans, scale, textPx } = picture;
  if (lanes.pitchPx < textPx * 1.1) return;
  const crashes = new Numbers();
  let before: Span | null = null;
  let busyUntil = 0;
  for (const span of spans) {
    const previous = before?.node === span.node ? before : null;
    before = span;
    if (previous === null) busyUntil = 0;
    const x = xOf(picture, span.fromUs);
    const x2 = xOf(picture, span.toUs);
    if (x2 < plot.x || x > plot.x + plot.w) continue;
    const y = lanes.yOfNode[span.node] ?? 0;
    if (span.state === "down" && previous !== null) crashes.push3(x, y + 0.5, 5 * scale);
    const { letter, ink, isQuiet = false } = LOOKS[span.state];
    const isLeader = leads(span.state);
    const same = previous !== null && LOOKS[previous.state].letter === letter;
    if (letter === undefined || (same && !isLeader)) continue;
    const isFirst = previous === null || previous.state === "unknown";
    if (isQuiet && isFirst) continue;
    const text = isLeader && span.term > 0 ? `${letter} ${span.term}` : letter;
    const look: TextLook = { role: ink, sizePx: textPx, strong: isLeader, boxed: "zone" };
    const at = besideBreaks(axis, Math.max(x, plot.x)) + 5;
    const width = painter.widthOf(text, look);
    // Who leads is worth a letter beyond its line; who only asked to is not.
    const room = isLeader ? plot.x + plot.w : x2 + 4;
    if (at < busyUntil || at + width > room) continue;
    busyUntil = at + width + 6;
    painter.text(text, at, y - textPx * 0.82, look);
  }
  painter.crosses(crashes, { role: "bad", widthPx: 2 * scale });
}

/** A place that a break does not cover: the end of the break, where it does. */
function besideBreaks({ breaks }: Axis, x: number): number {
  const covering = breaks.find((fold) => x >= fold.x - 12 && x < fold.x + fold.w);
  return covering === undefined ? x : covering.x + covering.w;
}

/** Commits as ticks upwards, applies downwards, where they can be told apart. */
function paintTicks(painter: Painter, picture: Picture, scale: number): void {
  const { ticks, plot, lanes } = picture;
  const first = firstAfter(picture, plot.x);
  const end = firstAfter(picture, plot.x + plot.w);
  // So many that they say nothing any more are left to a closer look.
  if (end - first > plot.w) return;
  const commits = new Numbers();
  const applies = new Numbers();
  const last = new Map<number, number>();
  const size = Math.min(6 * scale, lanes.pitchPx / 3);
  for (let i = first; i < end; i++) {
    const x = xOf(picture, ticks.us[i] as number);
    const node = ticks.node[i] as number;
    const applied = ticks.applied[i] as number;
    const key = node * 2 + applied;
    if (x - (last.get(key) ?? Number.NEGATIVE_INFINITY) < TICK_ROOM_PX) continue;
    last.set(key, x);
    const y = lanes.yOfNode[node] ?? 0;
    if (applied === 1) applies.push4(x, y + 1, x, y + 1 + size);
    else commits.push4(x, y, x, y - size);
  }
  painter.segments(commits, { role: "append", widthPx: 1.25 * scale });
  painter.segments(applies, { role: "rows", widthPx: 1.25 * scale });
}

/** The first tick that stands right of a place. */
function firstAfter(picture: Picture, x: number): number {
  const { ticks } = picture;
  return lastAtMost(ticks.us, ticks.count, instantOf(picture, x)) + 1;
}

/** A folded stretch is torn out: the paper shows, with a zigzag at both sides. */
function paintBreaks(painter: Painter, picture: Picture, axis: Axis): void {
  const { lanes, plot } = picture;
  const top = Math.min(plot.y, lanes.top);
  const bottom = plot.y + plot.h;
  for (const { x, w } of axis.breaks) {
    painter.rect(x + 3, top, w - 6, bottom - top, { role: "panel" });
    for (const edge of [x + 3, x + w - 3])
      painter.trail(zigzag(edge, top, bottom), { role: "zoneline", widthPx: 1 });
    const dots = new Numbers();
    for (const { y } of lanes.lanes) dots.push4(x + 9, y + 0.5, x + w - 9, y + 0.5);
    painter.segments(dots, { role: "zoneline", widthPx: 1, dash: [2, 3] });
  }
}

function zigzag(x: number, top: number, bottom: number): number[] {
  const points: number[] = [];
  let side = 1;
  for (let y = top; y < bottom; y += ZIGZAG_PX) {
    points.push(x + 1.5 * side, y);
    side = -side;
  }
  points.push(x + 1.5 * side, bottom);
  return points;
}

function paintFlags(painter: Painter, picture: Picture): void {
  const { flags, plot, textPx, scale } = picture;
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (const { us, text, tone } of flags) {
    const x = Math.round(xOf(picture, us)) + 0.5;
    if (x < plot.x - 400 || x > plot.x + plot.w) continue;
    const role = tone === "bad" ? "bad" : tone === "good" ? "ok" : "accent";
    painter.trail([x, plot.y - 2, x, plot.y + plot.h], {
      role,
      widthPx: 1 * scale,
      dash: tone === "bad" ? undefined : [4, 3],
    });
    painter.rect(x - 2.5 * scale, plot.y - 5 * scale, 5 * scale, 5 * scale, { role });
    const look: TextLook = { role, sizePx: textPx };
    const at = Math.max(x + 6, plot.x + 4);
    const said = fitted(painter, text, look, plot.x + plot.w - at);
    if (at < busyUntil || said === "") continue;
    painter.text(said, at, plot.y - textPx * 0.75, look);
    busyUntil = at + painter.widthOf(said, look) + 8;
  }
}

/** What happened before the record begins is not known here. */
function paintUnrecorded(painter: Painter, picture: Picture): void {
  const { plot, recordedFromUs, textPx } = picture;
  const x = xOf(picture, recordedFromUs);
  if (recordedFromUs <= 0 || x <= plot.x) return;
  painter.rect(plot.x, plot.y, x - plot.x, plot.h, { role: "panel", alpha: 0.9 });
  const look: TextLook = { role: "ink3", sizePx: textPx, align: "end" };
  if (x - plot.x > 90) painter.text(t("not recorded"), x - 8, plot.y + plot.h / 2, look);
}

function paintAxis(painter: Painter, picture: Picture, axis: Axis): void {
  const { plot, textPx } = picture;
  const y = plot.y + plot.h + textPx * 0.85;
  painter.inside(plot.x - 24, plot.y + plot.h, plot.w + 24, textPx * 2, () => {
    for (const { x, label } of axis.ticks)
      if (label !== "")
        painter.text(label, x, y, { role: "ink3", sizePx: textPx, align: "middle" });
    for (const { x, w, label } of axis.breaks)
      if (label !== "")
        painter.text(label, x + w / 2, y, { role: "ink2", sizePx: textPx, align: "middle" });
  });
}

/** The names of lanes, and of zones where there is room. */
function paintNames(painter: Painter, picture: Picture): void {
  const { lanes, plot, textPx, world } = picture;
  painter.rect(0, 0, plot.x, picture.height, { role: "panel" });
  for (const band of lanes.bands) {
    painter.rect(plot.x - 3, band.top, 2, band.bottom - band.top, { role: "zoneline" });
    const first = lanes.lanes.find((lane) => lane.zone === band.zone);
    if (first === undefined) continue;
    const name: TextLook = { role: "ink3", sizePx: textPx };
    const beside = painter.widthOf(first.label, { ...name, strong: true });
    if (painter.widthOf(band.label, name) + beside + NAMES_APART_PX > plot.x) continue;
    painter.text(band.label, 4, first.y + 0.5, name);
  }
  const every = Math.max(1, Math.ceil((textPx * 1.05) / lanes.pitchPx));
  lanes.lanes.forEach((lane, i) => {
    if (i % every !== 0) return;
    const isStore = world.nodes[lane.node]?.kind === "store";
    painter.text(lane.kind === "pd" ? "PD" : lane.label, plot.x - 9, lane.y + 0.5, {
      role: isStore ? "ink" : "ink2",
      sizePx: textPx,
      strong: isStore,
      align: "end",
    });
  });
}
