/** Requests as dots: a canvas, and the one that is pointed at is named and can be opened. */

import { type PointerEvent, use, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { t } from "@/language/words";
import { endedRow } from "@/model/requests/sent";
import type { Came, Completions } from "@/model/series/series";
import { requestOfTarget } from "@/model/targets";
import { formatDuration, formatInstant } from "@/model/units";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import type { LaneProps } from "./lane";
import { cameOf, type Dot, dotOf, nearestDot, rowsWithin } from "./latencies";
import css from "./series.module.css";
import { TipLayer } from "./tips";

const REACH_PX = 12;

interface DotsProps extends Pick<LaneProps, "own" | "x" | "width" | "height" | "hideVerdicts"> {
  y: (value: number) => number;
  /** How high a request's dot is, undefined = it has none. The same function for the same rows. */
  valueAt: (row: number) => number | undefined;
}

export function Dots({ own, x, y, valueAt, width, height, hideVerdicts }: DotsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = usePage((state) => state.resolvedTheme);
  const [pointed, setPointed] = useState(-1);
  const layer = use(TipLayer);
  const { completions } = own.series;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read from the element; values are the rows'
  useEffect(() => {
    if (canvas.current !== null)
      paintDots(canvas.current, { completions, valueAt, x, y, width, height, hideVerdicts });
  }, [completions, x, y, width, height, hideVerdicts, theme]);
  const choose = (row: number): void => {
    if (row === pointed) return;
    setPointed(row);
    const request = completions.columns.request[row];
    sim.hover(request === undefined ? null : { request });
  };
  const point = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    choose(nearestDot(completions, valueAt, at, { x, y }, REACH_PX));
  };
  const request = pointed < 0 ? undefined : completions.columns.request[pointed];
  const high = pointed < 0 ? undefined : valueAt(pointed);
  return (
    <div className={css.dots} onPointerMove={point} onPointerLeave={() => choose(-1)}>
      <canvas
        ref={canvas}
        style={{ width, height }}
        onClick={(event) => {
          if (request === undefined) return;
          event.stopPropagation();
          void sim.select({ request });
        }}
      />
      <Ring {...{ completions, x, y, valueAt, width }} />
      {high !== undefined &&
        layer !== null &&
        createPortal(
          <Tip
            {...{ own, pointed, x, width, hideVerdicts }}
            top={laneTop(canvas.current) + y(high)}
          />,
          layer,
        )}
    </div>
  );
}

/** How far down the surface its lane stands. */
function laneTop(element: Element | null): number {
  return element?.closest("svg")?.y.baseVal.value ?? 0;
}

interface RingProps extends Pick<DotsProps, "x" | "y" | "valueAt" | "width"> {
  completions: Completions;
}

/** Around the dot of the request that is pointed at anywhere on the page, or chosen. */
function Ring({ completions, x, y, valueAt, width }: RingProps) {
  const request = usePage((s) => requestOfTarget(s.hover) ?? requestOfTarget(s.selection));
  const row = request === null ? -1 : endedRow(completions, request);
  const high = row < 0 ? undefined : valueAt(row);
  const left = x(completions.columns.at_us[row] ?? 0);
  if (high === undefined || left < 0 || left > width) return null;
  return <span className={css.ring} data-request={request} style={{ left, top: y(high) }} />;
}

interface TipProps extends Pick<LaneProps, "own" | "x" | "width" | "hideVerdicts"> {
  pointed: number;
  top: number;
}

function Tip({ own, pointed, x, top, width, hideVerdicts }: TipProps) {
  const { at_us, latency_us, stale_us, wrote, came } = own.series.completions.columns;
  const us = at_us[pointed] ?? 0;
  const left = x(us);
  const what = cameWords(
    wrote[pointed] === 1 ? "write" : "read",
    cameOf(came[pointed]),
    hideVerdicts,
  );
  const old = hideVerdicts ? 0 : (stale_us[pointed] ?? 0);
  return (
    <div className={css.tip} data-side={left > width / 2 ? "left" : "right"} style={{ left, top }}>
      {t("{what}, {time}", { what, time: formatDuration(latency_us[pointed] ?? 0) })}
      {old > 0 && (
        <>
          <br />
          {t("{age} out of date", { age: formatDuration(old) })}
        </>
      )}
      <br />
      {t("ended at {instant}", { instant: formatInstant(us) })}
    </div>
  );
}

function cameWords(what: "read" | "write", came: Came, hideVerdicts: boolean): string {
  const plain = what === "write" ? t("write") : t("read");
  switch (came) {
    case "failed":
      return what === "write" ? t("write failed") : t("read failed");
    case "unknown":
      return t("write without an answer: may have happened");
    case "broken":
      return hideVerdicts ? plain : t("read that broke its promise");
    case "stale":
      return hideVerdicts ? plain : t("stale read");
    case "past":
      return hideVerdicts ? plain : t("read of the past, as its mode allows");
    case "answered":
      return plain;
  }
}

interface DotsPicture {
  completions: Completions;
  /** How high a request's dot is, undefined = it has none. */
  valueAt: (row: number) => number | undefined;
  x: { (us: number): number; domain(): number[] };
  y: (value: number) => number;
  width: number;
  height: number;
  hideVerdicts: boolean;
}

/** Colour roles of the theme; shape says the same. */
const ROLES: Record<Dot, string> = {
  read: "--rows",
  write: "--write",
  past: "--rows",
  stale: "--bad",
  unanswered: "--ink2",
};
const CELL_PX = 2;

function paintDots(canvas: HTMLCanvasElement, picture: DotsPicture): void {
  const { completions, valueAt, x, y, width, height, hideVerdicts } = picture;
  const context = canvas.getContext("2d");
  if (context === null || width === 0) return;
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const colour = coloursOf(canvas);
  const [fromUs = 0, toUs = 0] = x.domain();
  const [first, end] = rowsWithin(completions, fromUs - 1, toUs);
  const { at_us } = completions.columns;
  const columns = Math.ceil(width / CELL_PX) + 1;
  const taken = new Uint8Array(columns * (Math.ceil(height / CELL_PX) + 1));
  const telling: [number, number, Dot][] = [];
  const each = (row: number): void => {
    const value = valueAt(row);
    if (value === undefined) return;
    const px = x(at_us[row] ?? 0);
    const py = y(value);
    const dot = dotOf(completions, row, hideVerdicts);
    if (dot === "stale" || dot === "unanswered") {
      telling.push([px, py, dot]);
      return;
    }
    const cell = Math.floor(py / CELL_PX) * columns + Math.floor(px / CELL_PX);
    if (taken[cell] === 1) return;
    taken[cell] = 1;
    context.fillStyle = colour[dot];
    context.strokeStyle = colour[dot];
    mark(context, dot, px, py);
  };
  context.globalAlpha = 0.75;
  for (let row = first; row < end; row += 1) each(row);
  context.globalAlpha = 1;
  context.lineWidth = 1.5;
  for (const [px, py, dot] of telling) {
    context.strokeStyle = colour[dot];
    mark(context, dot, px, py);
  }
}

/** As the theme has them now. */
function coloursOf(canvas: HTMLCanvasElement): Record<Dot, string> {
  const style = getComputedStyle(canvas);
  const of = (dot: Dot) => style.getPropertyValue(ROLES[dot]);
  return {
    read: of("read"),
    write: of("write"),
    past: of("past"),
    stale: of("stale"),
    unanswered: of("unanswered"),
  };
}

function mark(context: CanvasRenderingContext2D, dot: Dot, x: number, y: number): void {
  switch (dot) {
    case "read":
      context.fillRect(x - 1.5, y - 1.5, 3, 3);
      return;
    case "write":
      context.strokeRect(x - 1.5, y - 1.5, 3, 3);
      return;
    case "past":
      context.beginPath();
      context.arc(x, y, 2, 0, Math.PI * 2);
      context.stroke();
      return;
    case "stale":
    case "unanswered": {
      const reach = dot === "stale" ? 3.5 : 2.5;
      context.beginPath();
      context.moveTo(x - reach, y - reach);
      context.lineTo(x + reach, y + reach);
      context.moveTo(x - reach, y + reach);
      context.lineTo(x + reach, y - reach);
      context.stroke();
    }
  }
}
