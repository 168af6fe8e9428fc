/**
 * Every request as a dot, when it ended against how long it took, with a median line through those
 * that were answered. What is old is red and a cross; what the other run's median was is dashed.
 */

import { type ScaleLogarithmic, scaleLog } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { ValueAxis } from "@/charts/Axes";
import { durationFigure, formatDuration, formatInstant, plural } from "@/lib/units";
import type { Came } from "@/store/score/score";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { paintDots } from "./dots";
import type { LaneProps, LaneWords } from "./lane";
import {
  cameOf,
  extentOf,
  type MedianStep,
  mediansOf,
  nearestDot,
  type Summary,
  summaryOf,
} from "./latencies";
import css from "./score.module.css";

const MEDIAN_PX = 36;
/** Dots do not lie on the border. */
const ROOM = 1.25;
const LABEL_PX = 18;
const REACH_PX = 12;

function scaleOf({ own, other, height }: LaneProps): ScaleLogarithmic<number, number> | undefined {
  const all = other === null ? [own] : [own, other];
  const extent = extentOf(all.map(({ score }) => score.completions));
  return extent && scaleLog([extent[0] / ROOM, extent[1] * ROOM], [height, 0]);
}

export function RequestsPicture(props: LaneProps) {
  const { own, other, x, width, knownUs } = props;
  const y = scaleOf(props);
  if (y === undefined) return null;
  const [fromUs = 0, toUs = 1] = x.domain();
  const stepUs = ((toUs - fromUs) / Math.max(1, width)) * MEDIAN_PX;
  const medians = mediansOf(own.score.completions, fromUs, Math.min(toUs, knownUs), stepUs);
  const theirs =
    other === null
      ? []
      : mediansOf(other.score.completions, fromUs, Math.min(toUs, other.frame.now_us), stepUs);
  return (
    <g>
      <ValueAxis y={y} width={width} format={formatDuration} values={ticksOf(y, props.height)} />
      <foreignObject width={width} height={props.height}>
        <Dots {...props} y={y} />
      </foreignObject>
      <g className={css.median}>
        {theirs.length > 0 && <path className={css.ghostLine} d={pathOf(theirs, x, y)} />}
        <path d={pathOf(medians, x, y)} />
      </g>
    </g>
  );
}

/** Powers of ten where there is any, else numbers between; none nearer than a line of text. */
function ticksOf(y: ScaleLogarithmic<number, number>, height: number): number[] {
  const all = y.ticks(Math.max(1, Math.floor(height / LABEL_PX)));
  const decades = all.filter((us) => Number.isInteger(Math.round(Math.log10(us) * 1e9) / 1e9));
  const kept: number[] = [];
  for (const us of decades.length > 1 ? decades : all) {
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

interface DotsProps extends LaneProps {
  y: ScaleLogarithmic<number, number>;
}

/** Tens of thousands of dots are a canvas; the one that is pointed at can be opened. */
function Dots({ own, x, y, width, height, hushed }: DotsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useSim((state) => state.resolvedTheme);
  const [pointed, setPointed] = useState(-1);
  const { completions } = own.score;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read from the element
  useEffect(() => {
    if (canvas.current !== null)
      paintDots(canvas.current, { completions, x, y, width, height, hushed });
  }, [completions, x, y, width, height, hushed, theme]);
  const point = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    setPointed(nearestDot(completions, at, { x, y }, REACH_PX));
  };
  const request = pointed < 0 ? undefined : completions.columns.request[pointed];
  return (
    <div className={css.dots} onPointerMove={point} onPointerLeave={() => setPointed(-1)}>
      <canvas
        ref={canvas}
        style={{ width, height }}
        onClick={(event) => {
          if (request === undefined) return;
          event.stopPropagation();
          void sim.select({ request });
        }}
      />
      {request !== undefined && <DotTip {...{ own, pointed, x, y, width, hushed }} />}
    </div>
  );
}

interface DotTipProps extends Pick<LaneProps, "own" | "x" | "width" | "hushed"> {
  pointed: number;
  y: (us: number) => number;
}

function DotTip({ own, pointed, x, y, width, hushed }: DotTipProps) {
  const { at_us, latency_us, wrote, came } = own.score.completions.columns;
  const us = at_us[pointed] ?? 0;
  const took = latency_us[pointed] ?? 0;
  const left = x(us);
  const what = cameWords(wrote[pointed] === 1 ? "write" : "read", cameOf(came[pointed]), hushed);
  return (
    <div
      className={css.tip}
      data-side={left > width / 2 ? "left" : "right"}
      style={{ left, top: y(Math.max(1, took)) }}
    >
      {what}, {formatDuration(took)}
      <br />
      ended at {formatInstant(us)}
    </div>
  );
}

function cameWords(what: "read" | "write", came: Came, hushed: boolean): string {
  switch (came) {
    case "failed":
      return `${what} failed`;
    case "unknown":
      return "write without an answer: may have happened";
    case "broken":
      return hushed ? what : "read that broke its promise";
    case "stale":
      return hushed ? what : "stale read";
    case "past":
      return hushed ? what : "read of the past, as its mode allows";
    case "answered":
      return what;
  }
}

/** Whether the other run has come as far. */
function reaches(other: LaneWords["other"], us: number): boolean {
  return other !== null && other.frame.now_us >= us;
}

/** The stretch that is looked at; else what is measured, from the end of the warm-up on. */
function measured({ world, own, other, interval }: LaneWords): [Summary, Summary | undefined] {
  const { now_us } = own.frame;
  const from = (interval?.from_us ?? Math.min(world.measure_from_us, now_us)) - 1;
  const to = interval?.to_us ?? now_us;
  const isThere = interval === null ? other?.frame.now_us === now_us : reaches(other, to);
  const theirs = isThere ? other?.score.completions : undefined;
  return [summaryOf(own.score.completions, from, to), theirs && summaryOf(theirs, from, to)];
}

export function RequestsFigure(props: LaneProps) {
  const [own, theirs] = measured(props);
  if (own.medianUs === undefined)
    return <span>nothing answered {props.interval === null ? "yet" : "then"}</span>;
  const figure = durationFigure(own.medianUs);
  const not = theirs?.medianUs === undefined ? "" : `not ${formatDuration(theirs.medianUs)}`;
  const p99 = own.p99Us === undefined ? "" : `p99 ${formatDuration(own.p99Us)}`;
  const stale = own.stale > 0 && !props.hushed ? `✕ ${own.stale} stale` : "";
  const failed = own.failed > 0 ? `${own.failed} failed` : "";
  return (
    <>
      <strong>
        {figure.value} <small>{figure.unit} median</small>
      </strong>
      <span>{listed(not, p99)}</span>
      <span className={css.bad}>{listed(stale, failed)}</span>
    </>
  );
}

function listed(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

export function requestsWords(props: LaneWords): string {
  const [own] = measured(props);
  if (own.medianUs === undefined) return "none answered yet.";
  const { answered, failed, stale } = own;
  const worse = [failed > 0 ? `${failed} failed` : "", stale > 0 ? `${stale} stale` : ""];
  const rest = props.hushed ? "" : listed(...worse);
  return `${plural(answered, "request")} answered, median ${formatDuration(own.medianUs)}. ${rest}`.trim();
}
