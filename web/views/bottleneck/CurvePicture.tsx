/** Throughput against latency as a picture, with the ceiling and the knee. */

import { type ScaleLinear, type ScaleLogarithmic, scaleLinear, scaleLog } from "d3-scale";
import { line } from "d3-shape";
import { ValueAxis } from "@/charts/Axes";
import type { LoadCurve, LoadPoint } from "@/engine/lens";
import { t } from "@/language/words";
import { formatCount, formatDuration } from "@/model/units";
import css from "./bottleneck.module.css";

const WIDTH = 460;
const HEIGHT = 190;
const ROOM = { left: 52, right: 64, top: 16, bottom: 30 };
const INNER = { width: WIDTH - ROOM.left - ROOM.right, height: HEIGHT - ROOM.top - ROOM.bottom };

/** Nearer, two lines share a name. */
const NAME_PX = 14;

interface Scales {
  x: ScaleLinear<number, number>;
  y: ScaleLogarithmic<number, number>;
}

/** Rates from 0 to a little beyond the ceiling, latencies from the least to the greatest. */
export function scalesOf({ points, ceiling_qps }: LoadCurve): Scales {
  const most = Math.max(ceiling_qps, ...points.map(({ qps }) => qps), 1);
  const latencies = points.flatMap(({ p50_us, p99_us }) => [p50_us, p99_us]).filter((us) => us > 0);
  const [least = 1, longest = 10] = [Math.min(...latencies, 1e9), Math.max(...latencies, 10)];
  return {
    x: scaleLinear([0, most * 1.05], [0, INNER.width]).nice(),
    y: scaleLog([Math.min(least, longest) / 1.2, longest * 1.2], [INNER.height, 0]),
  };
}

interface Props {
  curve: LoadCurve;
  onOpen: (percent: number) => void;
}

export function CurvePicture({ curve, onOpen }: Props) {
  const { points, ceiling_qps, base_us } = curve;
  const { x, y } = scalesOf(curve);
  const pathOf = (of: (point: LoadPoint) => number) =>
    line<LoadPoint>()
      .x(({ qps }) => x(qps))
      .y((point) => y(Math.max(1, of(point))))(points.filter((point) => of(point) > 0)) ?? "";
  const decades = y.ticks(4).filter((us) => Math.abs(Math.log10(us) % 1) < 1e-9);
  return (
    <svg className={css.picture} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <g transform={`translate(${ROOM.left},${ROOM.top})`}>
        <ValueAxis
          y={y}
          width={INNER.width}
          format={formatDuration}
          values={decades.length > 1 ? decades : y.ticks(3)}
        />
        {x.ticks(5).map((qps) => (
          <text key={qps} className={css.tick} x={x(qps)} y={INNER.height + 14}>
            {formatCount(qps)}
          </text>
        ))}
        <text className={css.axisName} x={INNER.width} y={INNER.height + 27}>
          {t("answers a second")}
        </text>
        {ceiling_qps > 0 && (
          <g data-mark="ceiling">
            <line
              className={css.ceiling}
              x1={x(ceiling_qps)}
              x2={x(ceiling_qps)}
              y2={INNER.height}
            />
            <text className={css.markName} x={x(ceiling_qps)} y={-5}>
              {t("ceiling")}
            </text>
          </g>
        )}
        {base_us > 0 && ceiling_qps > 0 && (
          <g data-mark="knee" transform={`translate(${x(ceiling_qps)},${y(kneeUs(curve, y))})`}>
            <path className={css.knee} d="M0-5 5 0 0 5-5 0z" />
            <text className="drawn-words" x={8} dy="0.32em">
              {t("knee")}
            </text>
          </g>
        )}
        <path className={css.median} d={pathOf(({ p50_us }) => p50_us)} />
        <path className={css.tail} d={pathOf(({ p99_us }) => p99_us)} />
        <Ends points={points} x={x} y={y} />
        {points.map((point) => (
          <g key={point.percent} className={css.dots} data-percent={point.percent}>
            <title>{t("{percent} % of the load", { percent: point.percent })}</title>
            {[point.p50_us, point.p99_us].map(
              (us, place) =>
                us > 0 && (
                  // biome-ignore lint/a11y/noStaticElementInteractions: the table beside it has a button for each point
                  <circle
                    // biome-ignore lint/suspicious/noArrayIndexKey: two curves, always these
                    key={place}
                    cx={x(point.qps)}
                    cy={y(us)}
                    r={4}
                    onClick={() => onOpen(point.percent)}
                  />
                ),
            )}
          </g>
        ))}
      </g>
    </svg>
  );
}

/** The latency at which the bounds meet, within the picture. */
function kneeUs({ base_us }: LoadCurve, y: Scales["y"]): number {
  const [least = 1] = y.domain();
  return Math.max(base_us, least);
}

/** Which line is which, at its end. */
function Ends({ points, x, y }: { points: readonly LoadPoint[] } & Scales) {
  const last = points.at(-1);
  if (last === undefined || last.p99_us <= 0) return null;
  const [low, high] = [y(last.p50_us), y(last.p99_us)];
  const isNear = low - high < NAME_PX;
  return (
    <>
      {!isNear && (
        <text className="drawn-words" x={x(last.qps) + 8} y={low} dy="0.32em">
          P50
        </text>
      )}
      <text className="drawn-words" x={x(last.qps) + 8} y={high} dy="0.32em">
        {isNear ? "P50, P99" : "P99"}
      </text>
    </>
  );
}
