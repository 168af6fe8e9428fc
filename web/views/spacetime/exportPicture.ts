/** A picture as a file that stands alone: with what it is, when it is, and what the marks mean. */
import { t, translate } from "@/language/words";
import { kindMark } from "@/model/kinds";
import { MARK_SHAPES } from "@/model/messageMarks";
import { formatInstant } from "@/model/units";
import { isHollow, layOutArrows } from "./arrows";
import type { Look } from "./canvasPainter";
import { Numbers } from "./numbers";
import { paintArrows } from "./paintArrows";
import type { Painter, TextLook } from "./painter";
import { paintFrame, paintGround, paintLanesOver } from "./paintGround";
import { type Over, paintOver } from "./paintOver";
import { instantOf, type Picture } from "./picture";
import { between } from "./selectMessages";
import { SvgPainter } from "./svgPainter";

const MARGIN_PX = 16;

export function svgOf(picture: Picture, over: Over, look: Look): string {
  const painter = new SvgPainter(look);
  paintSheet(painter, picture, over);
  const { width, height } = sheetSize(picture);
  return painter.document(width, height, titleOf(picture), describe(picture));
}

/** The picture with a title above it and what its marks mean under it. */
export function paintSheet(painter: Painter, picture: Picture, over: Over): void {
  const head = headHeight(picture);
  paintHead(painter, picture);
  painter.moved(0, head, () => paintAll(painter, picture, over));
  painter.moved(0, head + picture.height, () => paintLegend(painter, picture));
}

export function sheetSize(picture: Picture): { width: number; height: number } {
  const height = headHeight(picture) + picture.height + legendHeight(picture) + MARGIN_PX;
  return { width: picture.width + MARGIN_PX, height: Math.ceil(height) };
}

function paintAll(painter: Painter, picture: Picture, over: Over): void {
  paintGround(painter, picture);
  const arrows = layOutArrows(picture);
  paintArrows(painter, picture, arrows);
  if (arrows.detail === "dense") paintLanesOver(painter, picture);
  paintFrame(painter, picture);
  paintOver(painter, picture, over);
}

function titleOf({ world: { title, variant, seed } }: Picture): string {
  const values = { title: translate(title), seed: String(seed) };
  return variant === ""
    ? t("{title}, seed {seed}", values)
    : t("{title}, variant {variant}, seed {seed}", { ...values, variant });
}

/** From when to when, in a sentence. */
function describe(picture: Picture): string {
  const { plot, knownToUs } = picture;
  const from = Math.max(0, Math.round(instantOf(picture, plot.x)));
  const to = Math.min(knownToUs, Math.round(instantOf(picture, plot.x + plot.w)));
  return t("Messages between the nodes from {from} to {to} of simulated time.", {
    from: formatInstant(from),
    to: formatInstant(Math.max(from, to)),
  });
}

function headHeight({ textPx }: Picture): number {
  return MARGIN_PX + textPx * 3.2;
}

function legendHeight({ textPx }: Picture): number {
  return textPx * 2;
}

function paintHead(painter: Painter, picture: Picture): void {
  const { textPx } = picture;
  const look: TextLook = { role: "ink", sizePx: textPx + 2, strong: true };
  painter.text(titleOf(picture), MARGIN_PX, MARGIN_PX + textPx * 0.7, look);
  const plain: TextLook = { role: "ink2", sizePx: textPx };
  painter.text(describe(picture), MARGIN_PX, MARGIN_PX + textPx * 2.2, plain);
}

/** The kinds that are in the picture, in one line. */
function paintLegend(painter: Painter, picture: Picture): void {
  const { world, messages, shown, textPx, plot } = picture;
  const seen = new Set<number>();
  const [first, end] = between(
    shown,
    instantOf(picture, plot.x),
    instantOf(picture, plot.x + plot.w),
  );
  for (let i = first; i < end; i++) {
    seen.add(messages.kind[shown.rows[i] as number] as number);
    if (seen.size === world.kinds.length) break;
  }
  const look: TextLook = { role: "ink2", sizePx: textPx };
  const y = textPx;
  let x = MARGIN_PX;
  const kinds = [...seen].sort((a, b) => a - b);
  for (const kind of kinds) {
    const info = world.kinds[kind];
    if (info === undefined) continue;
    const { shape, role } = kindMark(info.id);
    const known = MARK_SHAPES.find((name) => name === shape) ?? "dot";
    const at = new Numbers();
    at.push3(x + 5, y, shape === "dot" ? 2.5 : 4.5);
    const hollow = isHollow({ shape: known, role, sized: false });
    painter.marks(at, { shape: known, role, hollow, widthPx: 1.5 });
    const label = translate(info.label);
    painter.text(label, x + 15, y, look);
    x += 15 + painter.widthOf(label, look) + 14;
  }
}
