/** Every request as a dot, when it ended against how long it took, with median lines. */

import { type ScaleLogarithmic, scaleLog } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import { useMemo } from "react";
import { ValueAxis } from "@/charts/Axes";
import { Plot } from "@/charts/Plot";
import { t } from "@/language/words";
import type { Interval } from "@/model/interval";
import { durationFigure, formatCount, formatDuration } from "@/model/units";
import { useTypeScale } from "@/session/typeScale";
import { besideText, pairText } from "./beside";
import { Dots } from "./Dots";
import { LineName } from "./LineName";
import type { LaneProps, LaneRun, LaneWords } from "./lane";
import {
  extentOf,
  type Latency,
  type MedianStep,
  type Medians,
  mediansOf,
  type Summary,
  summaryOf,
  unbroken,
} from "./latencies";
import css from "./series.module.css";
import { countedSpan, knownSpan, measuredSpan, spanName } from "./span";

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

/** One scale for one stretch of values: with another, thousands of dots are drawn again. */
function useValueScale({ own, other, height }: LaneProps): ScaleLogarithmic<number, number> {
  const all = other === null ? [own] : [own, other];
  const [least, most] = extentOf(all.map(({ series }) => series.completions)) ?? NO_EXTENT;
  return useMemo(() => scaleLog([least / ROOM, most * ROOM], [height, 0]), [least, most, height]);
}

export function RequestsPicture(props: LaneProps) {
  const { own, other, x, width, knownUs } = props;
  const y = useValueScale(props);
  const { latency_us } = own.series.completions.columns;
  const [fromUs = 0, toUs = 1] = x.domain();
  const stepUs = ((toUs - fromUs) / Math.max(1, width)) * MEDIAN_PX;
  const medians = mediansOf(own.series.completions, fromUs, Math.min(toUs, knownUs), stepUs);
  const theirs =
    other === null
      ? NO_MEDIANS
      : mediansOf(other.series.completions, fromUs, Math.min(toUs, other.frame.now_us), stepUs);
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

/** A line for each run of steps: where nothing was answered there is a gap. */
function pathOf(
  medians: readonly MedianStep[],
  x: (us: number) => number,
  y: (us: number) => number,
): string {
  const outline = line<{ us: number; at: number }>()
    .x(({ at }) => x(at))
    .y(({ us }) => y(us))
    .curve(curveStepAfter);
  return unbroken(medians)
    .map((steps) =>
      outline(
        steps.flatMap(({ us, fromUs, toUs }) => [
          { us, at: fromUs },
          { us, at: toUs },
        ]),
      ),
    )
    .join("");
}

/** Whether the other run stands at the same instant, or has come to the end of the stretch. */
function isThere({ own, other, interval }: LaneWords): boolean {
  if (other === null) return false;
  return interval === null
    ? other.frame.now_us === own.frame.now_us
    : other.frame.now_us >= interval.to_us;
}

interface Measured {
  /** How long requests took, of what is measured. */
  own: Summary;
  theirs: Summary | undefined;
  span: Interval;
  /** What went wrong, of the run so far. */
  counted: Summary;
}

function measured(props: LaneWords): Measured {
  const { own, other } = props;
  const span = measuredSpan(props);
  const within = ({ series }: LaneRun, { from_us, to_us }: Interval): Summary =>
    summaryOf(series.completions, from_us - 1, to_us);
  return {
    own: within(own, span),
    theirs: other !== null && isThere(props) ? within(other, span) : undefined,
    span,
    counted: within(own, countedSpan(props)),
  };
}

/** The kind that stands first in the figure: reads, where there are any. */
function firstKind({ reads }: Summary): "reads" | "writes" {
  return reads.answered > 0 ? "reads" : "writes";
}

export function RequestsFigure(props: LaneProps) {
  const { own, theirs, span, counted } = measured(props);
  const kind = firstKind(own);
  const { medianUs, p99Us = 0 } = own[kind];
  const { interval } = props;
  const since = spanName(span, interval);
  if (medianUs === undefined) {
    const isNew = counted.reads.answered + counted.writes.answered === 0;
    return (
      <>
        <span>
          {isNew && interval === null
            ? t("nothing answered yet")
            : t("nothing answered {since}", { since })}
        </span>
        <Wrong {...props} />
      </>
    );
  }
  const figure = durationFigure(medianUs);
  return (
    <>
      <strong>
        {figure.value} <small>{t("{unit} median", { unit: figure.unit })}</small>{" "}
        <small className={css.narrow}>{since}</small>
      </strong>
      <span>{ofText(kind, since, medianUs, theirs?.[kind].medianUs)}</span>
      <Wrong {...props} />
      {kind === "reads" && own.writes.answered > 0 ? (
        <span>{medianText(own.writes, theirs?.writes)}</span>
      ) : (
        <span>p99 {formatDuration(p99Us)}</span>
      )}
    </>
  );
}

/** How many were stale or without an answer, of the run so far. */
function Wrong(props: LaneProps) {
  const { hideVerdicts, interval, own } = props;
  const { stale, unanswered } = wrongOf(props);
  const since = spanName(countedSpan(props), interval);
  const known = spanName(knownSpan(props, own.series.completions), interval);
  const staleText = stale > 0 && !hideVerdicts ? t("✕ {n} stale", { n: formatCount(stale) }) : "";
  const lostText = unanswered > 0 ? t("{n} without an answer", { n: formatCount(unanswered) }) : "";
  const isApart = staleText !== "" && lostText !== "" && known !== since;
  const words = listed(isApart ? `${staleText} ${known}` : staleText, lostText);
  if (words === "") return null;
  return (
    <span className="bad">
      {words} {lostText === "" ? known : since}
    </span>
  );
}

/** Without an answer by the engine’s own count, where rows of the oldest are forgotten. */
function wrongOf(props: LaneWords): { stale: number; unanswered: number } {
  const { counted } = measured(props);
  const loads = props.interval === null ? props.own.frame.workloads : [];
  const told = loads.reduce((all, { failed, unknown }) => all + failed + unknown, 0);
  return { stale: counted.stale, unanswered: Math.max(counted.unanswered, told) };
}

function ofText(
  kind: "reads" | "writes",
  since: string,
  medianUs: number,
  otherUs?: number,
): string {
  const of =
    kind === "reads" ? t("of reads {since}", { since }) : t("of writes {since}", { since });
  if (otherUs === undefined) return of;
  const beside = besideText(formatDuration(medianUs), formatDuration(otherUs));
  return t("{of}, {beside}", { of, beside });
}

/** "writes 36 ms vs 40 ms". */
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
  const { own, span } = measured(props);
  const { reads, writes } = own;
  const { unanswered, stale } = wrongOf(props);
  const words = [
    reads.answered > 0 &&
      t("{n, plural, one {# read} other {# reads}} answered, median {median}", counted(reads)),
    writes.answered > 0 &&
      t("{n, plural, one {# write} other {# writes}} answered, median {median}", counted(writes)),
  ].filter((text) => text !== false);
  if (words.length === 0 && unanswered === 0) return t("none answered yet.");
  const worse = [
    unanswered > 0 ? t("{n} without an answer", { n: unanswered }) : "",
    stale > 0 ? t("{n} stale", { n: stale }) : "",
  ];
  const rest = props.hideVerdicts ? "" : listed(...worse);
  const since = spanName(span, props.interval);
  const said = words.length === 0 ? t("none answered") : words.join(t("; "));
  return `${t("{said}, {since}.", { said, since })} ${rest}`.trim();
}

function counted({ answered, medianUs = 0 }: Latency): { n: number; median: string } {
  return { n: answered, median: formatDuration(medianUs) };
}
