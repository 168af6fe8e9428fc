/** The points of a sweep by two of its objectives; points without a chosen run are faint. */

import { scaleLinear } from "d3-scale";
import { useLayoutEffect, useRef, useState } from "react";
import { t } from "@/language/words";
import type { Brushing } from "@/model/sweeps/brushing";
import { type Dimension, valueText } from "@/model/sweeps/dimension";
import { alikeText } from "@/model/sweeps/points";
import { usePage } from "@/session/pageStore";
import type { Runs } from "@/session/sweeps/readRuns";
import { SelectField } from "@/ui/Fields";
import { useWidth } from "@/ui/useWidth";
import { shortName } from "./layout";
import css from "./sweeps.module.css";

const HEIGHT_PX = 240;
const ROOM = { left: 62, right: 14, top: 12, bottom: 26 };

interface Props {
  runs: Runs;
  brushing: Brushing;
  version: number;
}

export function Front({ runs, brushing, version }: Props) {
  const [across, setAcross] = useState(0);
  const [up, setUp] = useState(1);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const options = runs.objectives.map(({ figure }, place) => ({
    value: String(place),
    label: shortName(figure),
  }));
  const [x, y] = [runs.figures[across], runs.figures[up]];
  return (
    <section aria-label={t("The front")} className={css.front}>
      <h4>{t("The front")}</h4>
      <div className={css.controls}>
        <SelectField
          label={t("Across")}
          options={options}
          value={String(across)}
          onChange={(place) => setAcross(Number(place))}
        />
        <SelectField
          label={t("Up")}
          options={options}
          value={String(up)}
          onChange={(place) => setUp(Number(place))}
        />
      </div>
      <div ref={box} className={css.plot} style={{ height: HEIGHT_PX }}>
        {width > 0 && x !== undefined && y !== undefined && (
          <Picture
            runs={runs}
            brushing={brushing}
            version={version}
            places={[across, up]}
            dims={[x, y]}
            width={width}
          />
        )}
      </div>
      <p className="quiet normal">
        {t(
          "◆ {alike} · ● keeps the limits · × does not. Medians over seeds; what no chosen run is of is faint.",
          { alike: alikeText(runs.circumstances) },
        )}
      </p>
    </section>
  );
}

interface PictureProps extends Props {
  places: readonly [number, number];
  dims: readonly [Dimension, Dimension];
  width: number;
}

function Picture({ runs, brushing, version, places, dims, width }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = usePage((state) => state.resolvedTheme);
  const [across, up] = places;
  const [x, y] = scalesOf(runs, places, width);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scales are of these; a theme is read from the page
  useLayoutEffect(() => {
    const { current } = canvas;
    if (current === null) return;
    const chosen = pointsChosen(runs, brushing);
    const placed = runs.points.map(
      ({ point, medians, keeps, isBest }): Placed => ({
        x: x(medians[across] ?? Number.NaN),
        y: y(medians[up] ?? Number.NaN),
        mark: isBest ? "best" : keeps ? "keeps" : "breaks",
        isChosen: chosen.has(point),
      }),
    );
    drawPoints(current, placed, { width, height: HEIGHT_PX });
  }, [runs, brushing, version, across, up, width, theme]);
  const best = runs.points.filter(({ isBest }) => isBest).map(({ point }) => point);
  return (
    <>
      <canvas
        ref={canvas}
        className={css.canvas}
        style={{ width, height: HEIGHT_PX }}
        role="img"
        aria-label={
          best.length === 0
            ? t("Points on the front: none")
            : t("Points on the front: {points}", { points: best.join(t(", ")) })
        }
      />
      <svg className={css.over} width={width} height={HEIGHT_PX} aria-hidden="true">
        <line
          className={css.axis}
          x1={ROOM.left}
          x2={ROOM.left}
          y1={ROOM.top}
          y2={HEIGHT_PX - ROOM.bottom}
        />
        <line
          className={css.axis}
          x1={ROOM.left}
          x2={width - ROOM.right}
          y1={HEIGHT_PX - ROOM.bottom}
          y2={HEIGHT_PX - ROOM.bottom}
        />
        {x.ticks(4).map((value) => (
          <text
            key={value}
            className="drawn-words tabular"
            x={x(value)}
            y={HEIGHT_PX - 9}
            textAnchor="middle"
          >
            {valueText(dims[0], value)}
          </text>
        ))}
        {y.ticks(4).map((value) => (
          <text
            key={value}
            className="drawn-words tabular"
            x={ROOM.left - 6}
            y={y(value)}
            dy="0.35em"
            textAnchor="end"
          >
            {valueText(dims[1], value)}
          </text>
        ))}
      </svg>
    </>
  );
}

function scalesOf({ points }: Runs, [across, up]: readonly [number, number], width: number) {
  const bounds = (place: number): [number, number] => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { medians } of points) {
      const value = medians[place] ?? Number.NaN;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (least > most) return [0, 1];
    const beyond = (most - least || Math.abs(most) || 1) * 0.06;
    return [least - beyond, most + beyond];
  };
  return [
    scaleLinear(bounds(across), [ROOM.left, width - ROOM.right]),
    scaleLinear(bounds(up), [HEIGHT_PX - ROOM.bottom, ROOM.top]),
  ] as const;
}

function pointsChosen({ point, count }: Runs, brushing: Brushing): Set<number> {
  const found = new Set<number>();
  for (let run = 0; run < count; run++) if (brushing.has(run)) found.add(point[run] ?? -1);
  return found;
}

interface Placed {
  x: number;
  y: number;
  mark: "best" | "keeps" | "breaks";
  isChosen: boolean;
}

/** More points than this are drawn as little squares. */
const MARKS_MAX = 4_000;
const ORDER = ["breaks", "keeps", "best"] as const;
const ROLES = { breaks: "--bad", keeps: "--ink2", best: "--accent" };

function drawPoints(
  canvas: HTMLCanvasElement,
  points: readonly Placed[],
  { width, height }: { width: number; height: number },
): void {
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const on = canvas.getContext("2d");
  if (on === null) return;
  on.setTransform(ratio, 0, 0, ratio, 0, 0);
  const style = getComputedStyle(canvas);
  const isMany = points.length > MARKS_MAX;
  for (const mark of ORDER) {
    const colour = style.getPropertyValue(ROLES[mark]).trim();
    on.fillStyle = colour;
    on.strokeStyle = colour;
    for (const isChosen of [false, true]) {
      on.globalAlpha = isChosen ? (isMany && mark !== "best" ? 0.5 : 1) : 0.18;
      on.beginPath();
      for (const point of points) {
        if (point.mark !== mark || point.isChosen !== isChosen || Number.isNaN(point.x + point.y))
          continue;
        if (isMany && mark !== "best") on.rect(point.x - 1, point.y - 1, 2, 2);
        else shape(on, point);
      }
      if (mark === "breaks" && !isMany) on.stroke();
      else on.fill();
    }
  }
}

function shape(on: CanvasRenderingContext2D, { x, y, mark }: Placed): void {
  if (mark === "best") {
    on.moveTo(x, y - 7);
    on.lineTo(x + 7, y);
    on.lineTo(x, y + 7);
    on.lineTo(x - 7, y);
    on.closePath();
  } else if (mark === "keeps") {
    on.moveTo(x + 3.5, y);
    on.arc(x, y, 3.5, 0, 2 * Math.PI);
  } else {
    on.moveTo(x - 3.5, y - 3.5);
    on.lineTo(x + 3.5, y + 3.5);
    on.moveTo(x + 3.5, y - 3.5);
    on.lineTo(x - 3.5, y + 3.5);
  }
}
