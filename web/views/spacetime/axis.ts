/** The axis of time: round instants where time runs, and the folded stretches. */
import { GROUP, t } from "@/language/words";
import { formatDuration } from "@/model/units";
import { instantOf, type Picture, xOf } from "./picture";
import { BREAK_PX } from "./timeScale";

export interface AxisTick {
  x: number;
  /** "" when there is no room for it. */
  label: string;
}

export interface AxisBreak {
  x: number;
  w: number;
  us: number;
  label: string;
}

export interface Axis {
  ticks: AxisTick[];
  breaks: AxisBreak[];
}

const TICK_PX = 84;

export function axisOf(picture: Picture, widthOf: (text: string) => number): Axis {
  const breaks = breaksOf(picture);
  const taken: [number, number][] = [];
  for (const fold of breaks) {
    const middle = fold.x + fold.w / 2;
    const isBefore = instantOf(picture, middle) < picture.recordedFromUs;
    const texts = [t("{time} idle", { time: formatDuration(fold.us) }), formatDuration(fold.us)];
    for (const text of isBefore ? [t("not recorded")] : texts) {
      const half = widthOf(text) / 2 + 3;
      if (!isInPlot(picture, middle, half)) continue;
      if (!isFree(taken, middle - half, middle + half)) continue;
      taken.push([middle - half, middle + half]);
      fold.label = text;
      break;
    }
  }
  const ticks = ticksOf(picture, breaks);
  for (const tick of ticks) {
    const half = widthOf(tick.label) / 2 + 6;
    if (isInPlot(picture, tick.x, half - 6) && isFree(taken, tick.x - half, tick.x + half))
      taken.push([tick.x - half, tick.x + half]);
    else tick.label = "";
  }
  return { ticks, breaks };
}

function isInPlot({ plot }: Picture, middle: number, half: number): boolean {
  return middle - half >= plot.x - 16 && middle + half <= plot.x + plot.w;
}

function isFree(taken: readonly [number, number][], from: number, to: number): boolean {
  return taken.every(([a, b]) => to <= a || from >= b);
}

function breaksOf(picture: Picture): AxisBreak[] {
  const { line, leftPx, plot } = picture;
  const breaks: AxisBreak[] = [];
  for (let i = 0; i < line.folds; i++) {
    const at = (line.fromPx[i] as number) - leftPx;
    if (at > plot.w) break;
    if (at + BREAK_PX < 0) continue;
    const us = (line.toUs[i] as number) - (line.fromUs[i] as number);
    breaks.push({ x: plot.x + at, w: BREAK_PX, us, label: "" });
  }
  return breaks;
}

function ticksOf(picture: Picture, breaks: readonly AxisBreak[]): AxisTick[] {
  const { plot, line } = picture;
  const stepUs = roundStep(TICK_PX * line.usPerPx);
  const ticks: AxisTick[] = [];
  let from = plot.x;
  const run = (toX: number): void => {
    const firstUs = Math.ceil(instantOf(picture, from) / stepUs) * stepUs;
    const lastUs = instantOf(picture, toX);
    for (let us = firstUs; us <= lastUs; us += stepUs)
      if (us >= 0) ticks.push({ x: xOf(picture, us), label: instantLabel(us, stepUs) });
  };
  for (const { x, w } of breaks) {
    if (x > from) run(x);
    from = Math.max(from, x + w);
  }
  if (from < plot.x + plot.w) run(plot.x + plot.w);
  return ticks;
}

/** 1, 2 or 5 times a power of ten, not below the given. */
export function roundStep(leastUs: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, leastUs)));
  for (const factor of [1, 2, 5]) if (power * factor >= leastUs) return Math.max(1, power * factor);
  return power * 10;
}

/** As many decimals as the step has. */
export function instantLabel(us: number, stepUs: number): string {
  const whole = Math.floor(us / 1_000_000);
  const rest = Math.round(us - whole * 1_000_000)
    .toString()
    .padStart(6, "0");
  let places = 0;
  for (let unit = 1_000_000; places < 6 && stepUs % unit !== 0; unit /= 10) places++;
  if (places === 0) return `${whole} s`;
  const digits = rest.slice(0, places);
  const text = places > 3 ? `${digits.slice(0, 3)}${GROUP}${digits.slice(3)}` : digits;
  return `${whole}.${text} s`;
}
