/** Paints the arrows of a picture, batch by batch. Must not know where they come from. */
import { type ArrowGroup, type Arrows, type Detail, isHollow } from "./arrows";
import { STRENGTHS } from "./density";
import type { Painter } from "./painter";
import type { Picture } from "./picture";

const DASH = [5, 3] as const;

export function paintArrows(painter: Painter, picture: Picture, arrows: Arrows): void {
  const { plot } = picture;
  painter.inside(plot.x, 0, plot.w, picture.height, () => {
    paintDensity(painter, arrows);
    for (const group of arrows.groups) paintLines(painter, group, arrows, picture.scale);
    painter.segments(arrows.gates, { role: "ink2", widthPx: 1.5 * picture.scale });
    for (const { style, heads } of arrows.groups)
      painter.marks(heads, {
        shape: style.shape,
        role: style.role,
        hollow: isHollow(style),
        widthPx: 1.5 * picture.scale,
      });
    const width = arrows.detail === "full" ? 1.5 : 1;
    painter.segments(arrows.doomed, { role: "bad", widthPx: width });
    painter.crosses(arrows.crosses, { role: "bad", widthPx: width + 0.25 });
    painter.crosses(arrows.refused, { role: "bad", widthPx: 1.5 });
  });
}

/** Between zones a line is heavier; where there are many, one device pixel is what can be told. */
function paintLines(painter: Painter, group: ArrowGroup, arrows: Arrows, scale: number): void {
  const { style, crosses, answers, lines } = group;
  const isFull = arrows.detail === "full";
  painter.segments(lines, {
    role: style.role,
    widthPx: isFull ? (crosses ? 1.75 : 1) * scale : 1,
    dash: isFull && answers ? DASH : undefined,
    alpha: ALPHAS[arrows.detail][crosses ? 1 : 0],
  });
}

/** Inside a zone and between zones. Where lines lie over each other, each is faint. */
const ALPHAS: Record<Detail, readonly [number, number]> = {
  full: [0.8, 1],
  lines: [0.5, 0.85],
  dense: [0.25, 0.4],
};
/** Elections and snapshots are rare: they are to be seen among everything else. */
const RARE = ["diamond", "open-diamond", "folded", "crossed-square"];

function paintDensity(painter: Painter, arrows: Arrows): void {
  const { density, groups } = arrows;
  density?.rects.forEach((rects, i) => {
    const group = groups[Math.floor(i / STRENGTHS.length) * 2];
    if (group === undefined) return;
    const { role, shape } = group.style;
    const strength = STRENGTHS[i % STRENGTHS.length] ?? 1;
    painter.rects(rects, { role, alpha: RARE.includes(shape) ? 1 : strength });
  });
}
