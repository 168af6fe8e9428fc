/**
 * Every request as a dot, when it ended against how long it took, with a median line through the
 * reads that were answered and one through the writes. What is old is red and a cross; what the other
 * run's medians were is dashed.
 */

import { type ScaleLogarithmic, scaleLog } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import { useMemo } from "react";
import { ValueAxis } from "@/charts/Axes";
import { Plot } from "@/charts/Plot";
import { t } from "@/language/words";
import { durationFigure, formatDuration } from "@/model/units";
import { useTypeScale } from "@/session/typeScale";
import { besideText, pairText } from "./beside";
import { Dots } from "./Dots";
import { LineName } from "./LineName";
import type { LaneProps, LaneWords } from "./lane";
import {
  extentOf,
  type Latency,
  type MedianStep,
  type Medians,
  mediansOf,
  type Summary,
  summaryOf,
} from "./latencies";
import css from "./score.module.css";

const MEDIAN_PX = 36;
/** Dots do not lie on the border. */
const ROOM = 1.25;
const LABEL_PX = 18;
const EDGE_PX = 5;
/** A line's name stands over it where it ends, unless the other's is as near as that. */
const NAME_PX = 13;
/** Until the first has ended. */
const NO_EXTENT = [1_000, 1_000_000] as const;
const NO_MEDIANS: Medians = { reads: [], writes: [] };

/** The same for the same stretch of values: thousands of dots are drawn again when it is another. */
function useValueScale({ own, other, height }: LaneProps): ScaleLogarithmic<number, number> {
  const all = other === null ? [own] : [own, other];
  const [least, most] = extentOf(all.map(({ score }) => score.completions)) ?? NO_EXTENT;
  return useMemo(() => scaleLog([least / ROOM, most * ROOM], [height, 0]), [least, most, height]);
}

export function RequestsPicture(props: LaneProps) {
  const { own, other, x, width, knownUs } = props;
  const y = useValueScale(props);
  const { latency_us } = own.score.completions.columns;
  const [fromUs = 0, toUs = 1] = x.domain();
  const stepUs = ((toUs - fromUs) / Math.max(1, width)) * MEDIAN_PX;
  const medians = mediansOf(own.score.completions, fromUs, Math.min(toUs, knownUs), stepUs);
  const theirs =
    other === null
      ? NO_MEDIANS
      : mediansOf(other.score.completions, fromUs, Math.min(toUs, other.frame.now_us), stepUs);
  return (
    <g>
      <ValueAxis y={y} width={width} format={formatDuration} values={ticksOf(y, props.height)} />
      <foreignObject width={width} height={props.height}>
        <Dots {...props} y={y} valueAt={(row) => Math.max(1, latency_us[row] ?? 1)} />
      </foreignObject>
      <Plot width={width} height={props.height}>
        <g className={css.median}>
          <path className={css.ghostLine} d={pathOf(theirs.reads, x, y)} />
          <path className={css.ghostLine} d={pathOf(theirs.writes, x, y)} />
          <path data-median="reads" d={pathOf(medians.reads, x, y)} />
          <path data-median="writes" className={css.writes} d={pathOf(medians.writes, x, y)} />
          <MedianNames {...medians} x={x} y={y} height={props.height} />
        </g>
      </Plot>
    </g>
  );
}

interface MedianNamesProps extends Medians {
  x: (us: number) => number;
  y: (us: number) => number;
  height: number;
}

/** Which line is which; one alone is said by the figure. */
function MedianNames({ reads, writes, x, y, height }: MedianNamesProps) {
  const namePx = NAME_PX * useTypeScale();
  const [read, write] = [reads.at(-1), writes.at(-1)];
  if (read === undefined || write === undefined) return null;
  const names = [
    { step: read, name: t("reads") },
    { step: write, name: t("writes"), className: css.writes },
  ].map(({ step, ...name }) => ({ ...name, endPx: x(step.toUs), y: y(step.us) }));
  const [over, under] = names.sort((a, b) => a.y - b.y);
  if (over === undefined || under === undefined) return null;
  const isNear = under.y - over.y < namePx;
  // Under the last line the next lane begins.
  const isAside = isNear && under.y + namePx > height;
  return (
    <>
      <LineName {...over} />
      <LineName {...under} under={isNear && !isAside} beside={isAside ? over.name : null} />
    </>
  );
}

/**
 * Powers of ten where there is any, else numbers between; none nearer than a line of text, nor as near
 * to the lower edge, where the next lane's values begin.
 */
function ticksOf(y: ScaleLogarithmic<number, number>, height: number): number[] {
  const all = y.ticks(Math.max(1, Math.floor(height / LABEL_PX)));
  const decades = all.filter((us) => Number.isInteger(Math.round(Math.log10(us) * 1e9) / 1e9));
  const kept: number[] = [];
  for (const us of decades.length > 1 ? decades : all) {
    if (y(us) > height - EDGE_PX) continue;
    const before = kept.at(-1);
    if (before === undefined || Math.abs(y(before) - y(us)) >= LABEL_PX) kept.push(us);
  }
  return kept;
}

function pathOf(
  medians: readonly MedianStep[],
  x: (us: number) => number,
  y: (us: number) => number,
): string {
  const ends = medians.flatMap((step) => [
    { us: step.us, at: step.fromUs },
    { us: step.us, at: step.toUs },
  ]);
  const outline = line<{ us: number; at: number }>()
    .x(({ at }) => x(at))
    .y(({ us }) => y(us))
    .curve(curveStepAfter);
  return outline(ends) ?? "";
}

/** Whether the other run has come as far. */
function reaches(other: LaneWords["other"], us: number): boolean {
  return other !== null && other.frame.now_us >= us;
}

/**
 * The stretch that is looked at; else what is measured, from the end of the warm-up on, and before
 * that all there is.
 */
function measured({ world, own, other, interval }: LaneWords): [Summary, Summary | undefined] {
  const { now_us } = own.frame;
  const { measure_from_us } = world;
  const from = (interval?.from_us ?? (measure_from_us < now_us ? measure_from_us : 0)) - 1;
  const to = interval?.to_us ?? now_us;
  const isThere = interval === null ? other?.frame.now_us === now_us : reaches(other, to);
  const theirs = isThere ? other?.score.completions : undefined;
  return [summaryOf(own.score.completions, from, to), theirs && summaryOf(theirs, from, to)];
}

/** The kind that stands first in the figure: reads, where there are any. */
function firstKind({ reads }: Summary): "reads" | "writes" {
  return reads.answered > 0 ? "reads" : "writes";
}

export function RequestsFigure(props: LaneProps) {
  const [own, theirs] = measured(props);
  const kind = firstKind(own);
  const { medianUs, p99Us = 0 } = own[kind];
  if (medianUs === undefined)
    return (
      <span>
        {props.interval === null ? t("nothing answered yet") : t("nothing answered then")}
      </span>
    );
  const figure = durationFigure(medianUs);
  const stale = own.stale > 0 && !props.hushed ? t("✕ {n} stale", { n: own.stale }) : "";
  const unanswered = own.unanswered > 0 ? t("{n} without an answer", { n: own.unanswered }) : "";
  return (
    <>
      <strong>
        {figure.value} <small>{t("{unit} median", { unit: figure.unit })}</small>
      </strong>
      <span>{ofText(kind, medianUs, theirs?.[kind].medianUs)}</span>
      <span className={css.bad}>{listed(stale, unanswered)}</span>
      {kind === "reads" && own.writes.answered > 0 ? (
        <span>{medianText(own.writes, theirs?.writes)}</span>
      ) : (
        <span>p99 {formatDuration(p99Us)}</span>
      )}
    </>
  );
}

function ofText(kind: "reads" | "writes", medianUs: number, otherUs?: number): string {
  const of = kind === "reads" ? t("of reads") : t("of writes");
  if (otherUs === undefined) return of;
  const beside = besideText(formatDuration(medianUs), formatDuration(otherUs));
  return t("{of}, {beside}", { of, beside });
}

/** "writes 36 ms, not 40 ms". */
function medianText({ medianUs = 0 }: Latency, theirs: Latency | undefined): string {
  const own = formatDuration(medianUs);
  const otherUs = theirs?.medianUs;
  return t("writes {own}", {
    own: otherUs === undefined ? own : pairText(own, formatDuration(otherUs)),
  });
}

function listed(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

export function requestsWords(props: LaneWords): string {
  const [own] = measured(props);
  const { reads, writes, unanswered, stale } = own;
  const told = [
    reads.answered > 0 &&
      t("{n, plural, one {# read} other {# reads}} answered, median {median}", counted(reads)),
    writes.answered > 0 &&
      t("{n, plural, one {# write} other {# writes}} answered, median {median}", counted(writes)),
  ].filter((text) => text !== false);
  if (told.length === 0) return t("none answered yet.");
  const worse = [
    unanswered > 0 ? t("{n} without an answer", { n: unanswered }) : "",
    stale > 0 ? t("{n} stale", { n: stale }) : "",
  ];
  const rest = props.hushed ? "" : listed(...worse);
  return `${t("{said}.", { said: told.join(t("; ")) })} ${rest}`.trim();
}

function counted({ answered, medianUs = 0 }: Latency): { n: number; median: string } {
  return { n: answered, median: formatDuration(medianUs) };
}
