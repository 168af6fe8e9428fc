/** Where the labels of links stand: beside the middle of the road, clear of all others. */
import { columnsOf } from "@/model/text";
import { directionAt, highlight, overlapArea, overlaps, type Path, type Rect } from "./geometry";
import type { LabelForm, Layout } from "./layout";

interface Labelled {
  there: { path: Path };
  back: { path: Path };
  words: { main: string; short: string; rate: string; trouble: string };
  /** Its label is hidden, and keeps nobody else's place. */
  quiet?: boolean;
}

const LINE_PX = 16;
const CHARACTER_PX = 6.4;
const TARGET_PX = 24;
const RATE_CHARACTERS = 17;
/** Of the rate alone. */
const STACK_CHARACTERS = 10;

export function labelPlaces(layout: Layout, links: readonly Labelled[], scale = 1): Rect[] {
  const places: Rect[] = [];
  const placed: Rect[] = [];
  const loud = links.filter(({ quiet }) => quiet !== true);
  for (const link of links) {
    const size = sizeOf(link, layout.labels, scale);
    let best: Rect = { x: 0, y: 0, ...size };
    let least = Number.POSITIVE_INFINITY;
    for (const rect of candidates(link, size, layout)) {
      const cost = costOf(rect, layout, placed, loud);
      if (cost < least) {
        least = cost;
        best = rect;
      }
    }
    places.push(best);
    if (link.quiet !== true) placed.push(best);
  }
  return places;
}

export function linesOf(words: Labelled["words"], form: LabelForm): string[] {
  const lines = {
    line: [words.main, words.trouble],
    stack: [words.short, words.rate],
    row: [[words.short, words.rate].filter((part) => part !== "").join(" · ")],
    brief: [words.short],
  }[form];
  return lines.filter((line) => line !== "");
}

/** Room for the longest rate, so that a label stands still while its figures change. */
const LEAST_CHARACTERS = {
  line: RATE_CHARACTERS,
  stack: STACK_CHARACTERS,
  row: RATE_CHARACTERS,
  brief: 0,
};

function sizeOf(link: Labelled, form: LabelForm, scale: number): { w: number; h: number } {
  const { words } = link;
  const lines = linesOf(words, form);
  const least = words.main === "" ? 0 : LEAST_CHARACTERS[form];
  const longest = Math.max(least, ...lines.map(columnsOf));
  return {
    w: Math.ceil(Math.max(TARGET_PX, (longest * CHARACTER_PX + 12) * scale)),
    h: Math.max(TARGET_PX, lines.length * LINE_PX * scale + 6),
  };
}

function* candidates(
  link: Labelled,
  size: { w: number; h: number },
  layout: Layout,
): Generator<Rect> {
  for (const t of [0.5, 0.38, 0.62, 0.28, 0.72]) {
    const a = highlight(link.there.path, t);
    const b = highlight(link.back.path, 1 - t);
    const way = directionAt(link.there.path, t);
    const x = (a.x + b.x) / 2;
    const y = (a.y + b.y) / 2;
    const out = layout.tight ? 11 : 17;
    // Below or to the right of the road first, as one reads.
    const turns = way.x >= 0 ? [1, -1] : [-1, 1];
    for (const turn of turns) {
      const nx = -way.y * turn;
      const ny = way.x * turn;
      const reach = out + (Math.abs(nx) * size.w + Math.abs(ny) * size.h) / 2;
      yield fit(
        { x: x + nx * reach - size.w / 2, y: y + ny * reach - size.h / 2, ...size },
        layout,
      );
    }
    yield fit({ x: x - size.w / 2, y: y - size.h / 2, ...size }, layout);
    // A long label clears a road that bends by a corner of its own.
    if (layout.labels !== "row") continue;
    for (const left of [x - out - size.w, x + out])
      for (const top of [y + out, y - out - size.h])
        yield fit({ x: left, y: top, ...size }, layout);
  }
}

function fit(rect: Rect, layout: Layout): Rect {
  return {
    ...rect,
    x: Math.round(Math.min(layout.width - rect.w - 2, Math.max(2, rect.x))),
    y: Math.round(Math.min(layout.footer.y - rect.h, Math.max(2, rect.y))),
  };
}

function costOf(
  rect: Rect,
  layout: Layout,
  placed: readonly Rect[],
  links: readonly Labelled[],
): number {
  let cost = 0;
  for (const zone of layout.zones) cost += overlapArea(rect, zone.rect) * 6;
  for (const other of placed) if (overlaps(rect, other, 2)) cost += 2_000;
  for (const link of links) {
    for (let i = 0; i <= 12; i++) {
      for (const path of [link.there.path, link.back.path]) {
        const p = highlight(path, i / 12);
        if (p.x > rect.x && p.x < rect.x + rect.w && p.y > rect.y && p.y < rect.y + rect.h)
          cost += 90;
      }
    }
  }
  return cost;
}
