/** Paints what lanes carry besides roles: leases as bands, decisions as flags. */

import { t } from "@/language/words";
import { decisionSentence } from "@/model/decided";
import { type Lease, overtaken } from "./leases";
import { Numbers } from "./numbers";
import type { Painter, TextLook } from "./painter";
import { type Picture, xOf } from "./picture";
import { fitted } from "./words";

/** Narrower than this a band has no room for its name. */
const NAMED_PX = 60;
/** Flags nearer to each other than this are one. */
const FLAG_ROOM_PX = 5;

/** Along the lanes: who may serve reads alone, and in red while another leads already. */
function paintLeases(painter: Painter, picture: Picture): void {
  const { leases, spans } = picture;
  if (leases.length === 0) return;
  painter.rects(bandsOf(picture, leases), { role: "index" });
  painter.rects(bandsOf(picture, overtaken(leases, spans)), { role: "bad" });
}

function bandsOf(picture: Picture, stretches: readonly Lease[]): Numbers {
  const { lanes, plot, scale } = picture;
  // Right under the line of a leader, which is half as thick again.
  const [below, height] = [3 * scale, Math.min(4 * scale, lanes.pitchPx * 0.25)];
  const bands = new Numbers();
  for (const { node, fromUs, toUs } of stretches) {
    const x1 = Math.max(plot.x, xOf(picture, fromUs));
    const x2 = Math.min(plot.x + plot.w, xOf(picture, toUs));
    if (x2 > x1) bands.push4(x1, (lanes.yOfNode[node] ?? 0) + 0.5 + below, x2 - x1, height);
  }
  return bands;
}

/** Over the arrows: bands of leases and their names, and the flags of decisions. */
export function paintSigns(painter: Painter, picture: Picture): void {
  paintLeases(painter, picture);
  paintLeaseNames(painter, picture);
  paintDecisions(painter, picture);
}

function paintLeaseNames(painter: Painter, picture: Picture): void {
  const { leases, lanes, plot, spans, textPx } = picture;
  if (lanes.pitchPx < textPx * 2) return;
  const paintName = (stretch: Lease, role: string, text: string): void => {
    const x1 = Math.max(plot.x, xOf(picture, stretch.fromUs));
    const x2 = Math.min(plot.x + plot.w, xOf(picture, stretch.toUs));
    const look: TextLook = { role, sizePx: textPx, boxed: "zone" };
    const said = x2 - x1 < NAMED_PX ? "" : fitted(painter, text, look, x2 - x1 - 8);
    const y = (lanes.yOfNode[stretch.node] ?? 0) + 7 * picture.scale + textPx * 0.7;
    if (said !== "") painter.text(said, x1 + 5, y, look);
  };
  for (const lease of leases) paintName(lease, "index", t("lease"));
  for (const stretch of overtaken(leases, spans))
    paintName(stretch, "bad", t("lease, another leads"));
}

/** A flag on the lane of whoever decided, and what, as far as there is room to the next. */
function paintDecisions(painter: Painter, picture: Picture): void {
  const { decisions, lanes, plot, scale, textPx, world } = picture;
  const stems = new Numbers();
  const flags = new Numbers();
  const right = plot.x + plot.w;
  const shown = decisions
    .map(({ us, decision }) => ({ x: Math.round(xOf(picture, us)) + 0.5, decision }))
    .filter(({ x, decision: { by } }) => x >= plot.x && x <= right && lanes.yOfNode[by]);
  const last = new Map<number, number>();
  for (const [i, { x, decision }] of shown.entries()) {
    const y = lanes.yOfNode[decision.by] ?? 0;
    const before = last.get(decision.by) ?? Number.NEGATIVE_INFINITY;
    if (x - before < FLAG_ROOM_PX) continue;
    last.set(decision.by, x);
    const top = y - Math.min(11 * scale, lanes.pitchPx * 0.45);
    stems.push4(x, y, x, top);
    flags.push4(x, top, 6 * scale, 5 * scale);
    const next = shown.slice(i + 1).find((other) => other.decision.by === decision.by);
    const room = (next?.x ?? right) - x - 12 * scale;
    const look: TextLook = { role: "ink2", sizePx: textPx, boxed: "zone" };
    if (lanes.pitchPx < textPx * 1.6) continue;
    const said = fitted(painter, decisionSentence(world, decision), look, room);
    if (said !== "") painter.text(said, x + 9 * scale, y - textPx * 0.7, look);
  }
  painter.segments(stems, { role: "ink", widthPx: 1.25 * scale });
  painter.rects(flags, { role: "ink" });
}
