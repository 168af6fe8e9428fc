/** Figures of a run out of its report, by the same paths that goals use. Pure. */

import type { LessonFigure } from "@/engine/types";
import { t } from "@/language/words";
import { sentences } from "@/language/written";
import type { Fetched } from "./fetched";
import { isSame, ratioText } from "./ratio";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatInstant,
  formatMoney,
  threeDigits,
} from "./units";

/** One run's part of a report. */
export type RunReport = Readonly<Record<string, unknown>>;

/** The run that is shown, and others by variant, all at one instant. */
export interface Reports {
  own: RunReport;
  others: Readonly<Record<string, RunReport>>;
}

const GAP = "\u00a0";

/** The one run's part of a report that was asked for; undefined where there is none. */
export function reportIn(report: Fetched<string>): RunReport | undefined {
  return report.ok ? reportOf(report.value) : undefined;
}

/** The one run of a report's text; undefined when it holds none. */
export function reportOf(text: string): RunReport | undefined {
  try {
    const report: unknown = JSON.parse(text);
    const variants = isObject(report) ? report.variants : undefined;
    const run = isObject(variants) ? Object.values(variants)[0] : undefined;
    return isObject(run) ? run : undefined;
  } catch {
    return undefined;
  }
}

/** What stands at `path` or `variant/path`; undefined where nothing does, or nothing was measured. */
export function valueAt(reports: Reports, metric: string): unknown {
  const [variant, path] = splitMetric(metric);
  const run = variant === null ? reports.own : reports.others[variant];
  let [here, around]: unknown[] = [run, undefined];
  const parts = path.split(".");
  for (const part of parts) {
    around = here;
    if (Array.isArray(here)) here = here[Number(part)];
    else here = isObject(here) && Object.hasOwn(here, part) ? here[part] : undefined;
  }
  return here === 0 && isUnmeasured(parts.at(-1) ?? "", around, run) ? undefined : here;
}

/** Of what a figure is measured: reports say how many there were beside it. */
const SAMPLES: readonly (readonly [figure: RegExp, counts: readonly string[]])[] = [
  [/^max_staleness_us$/, ["stale"]],
  [/^(?:min|mean|p\d+|max|longest)_us$/, ["measured", "reads", "entries", "count"]],
  [/^round_trips$/, ["reads"]],
];

/** Whether 0 stands there only because there was nothing to measure. */
function isUnmeasured(figure: string, around: unknown, run: unknown): boolean {
  if (figure === "qps") return isEmpty(isObject(run) ? run.window : undefined);
  const counts = SAMPLES.find(([named]) => named.test(figure))?.[1] ?? [];
  const count = counts.find((key) => isObject(around) && Object.hasOwn(around, key));
  return count !== undefined && isObject(around) && around[count] === 0;
}

function isEmpty(window: unknown): boolean {
  return isObject(window) && Number(window.from_us) >= Number(window.to_us);
}

type FigurePlace = Pick<LessonFigure, "metric" | "over" | "unit">;

/** A lesson's figure of this run, as text; undefined where the run has none. */
export function figureText(reports: Reports, figure: FigurePlace): string | undefined {
  return inUnit(figureAt(reports, figure), figure.unit);
}

/** By how much another run has less or more of a figure than the first; undefined where no one can say. */
export function differenceText(
  first: Reports,
  other: Reports,
  figure: FigurePlace,
): string | undefined {
  const [was, is] = [figureAt(first, figure), figureAt(other, figure)];
  if (typeof was !== "number" || typeof is !== "number" || was <= 0) return undefined;
  const share = is / was;
  // What is left of it counts, and of what is saved nobody thinks in times.
  if (share < 1 && !isSame(share))
    return t("{percent} less", { percent: `${threeDigits((1 - share) * 100)}${GAP}%` });
  return ratioText(share);
}

function figureAt(reports: Reports, { metric, over }: FigurePlace): unknown {
  const value = valueAt(reports, metric);
  if (over === null) return value;
  const whole = valueAt(reports, over);
  if (typeof value !== "number" || typeof whole !== "number" || whole === 0) return undefined;
  return value / whole;
}

/** Which stretch of the run figures are of: all of it, what rates speak of, and the windows. */
export function windowsText(reports: Reports, nowUs: number): string {
  const instant = (metric: string): number => {
    const us = valueAt(reports, metric);
    return typeof us === "number" ? us : 0;
  };
  const texts = [t("This run, from 0 s to {now}.", { now: formatInstant(nowUs) })];
  const fromUs = instant("window.from_us");
  if (fromUs > 0 && fromUs < nowUs)
    texts.push(t("Times, rates and 30 days of load: from {at} on.", { at: formatInstant(fromUs) }));
  if (reports.others.before !== undefined) {
    const at = formatInstant(instant("before/simulated_us"));
    const measuredUs = instant("before/window.from_us");
    texts.push(
      measuredUs < fromUs
        ? t("Before the switch: times and rates from {from} to {at}.", {
            from: formatInstant(measuredUs),
            at,
          })
        : t("Before the switch: until {at}.", { at }),
    );
  }
  if (reports.others.since !== undefined)
    texts.push(t("Since: from {at} on.", { at: formatInstant(instant("since/window.from_us")) }));
  return sentences(texts);
}

/** A text with the run's figures in the place of {{metric|unit}}. */
export function withFigures(text: string, reports: Reports | null): string {
  return text.replace(
    /\{\{\s*([^{}|]+?)\s*(?:\|\s*([a-z]+)\s*)?\}\}/g,
    (_, metric: string, unit: string | undefined) => {
      const value = reports === null ? undefined : valueAt(reports, metric);
      return inUnit(value, unit ?? "count") ?? "–";
    },
  );
}

/** A value of a report as text; undefined where there is none. */
export function inUnit(value: unknown, unit: string): string | undefined {
  if (typeof value === "string" && value !== "") return value;
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  switch (unit) {
    case "us":
      return formatDuration(value);
    case "bytes":
      return formatBytes(value);
    case "usd":
      return formatMoney(value);
    case "percent":
      return `${threeDigits(value * 100)}${GAP}%`;
    case "ratio":
      return `${threeDigits(value)}${GAP}×`;
    default:
      return Number.isInteger(value) ? formatCount(value) : threeDigits(value);
  }
}

function splitMetric(metric: string): [string | null, string] {
  const at = metric.indexOf("/");
  return at < 0 ? [null, metric] : [metric.slice(0, at), metric.slice(at + 1)];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
