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
import { cameOf, nearestDot } from "./latencies";
import { paintDots } from "./paintDots";
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
