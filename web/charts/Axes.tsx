/** The axes of a chart: values at the left edge, time below. Must not know what the chart shows. */

import type { ScaleContinuousNumeric, ScaleLinear } from "d3-scale";
import { formatDuration } from "@/model/units";
import css from "./charts.module.css";

interface ValueAxisProps {
  y: ScaleContinuousNumeric<number, number>;
  width: number;
  format: (value: number) => string;
  values: readonly number[];
}

export function ValueAxis({ y, width, format, values }: ValueAxisProps) {
  return (
    <g className="chart-axis" aria-hidden>
      {values.map((value) => (
        <g key={value} transform={`translate(0,${y(value)})`}>
          <line x2={width} />
          <text x={-6} dy="0.32em" textAnchor="end">
            {format(value)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Of normal type. */
const TICK_PX = 90;
const FIRST_PX = 16;
const LAST_PX = 20;

interface TimeAxisProps {
  x: ScaleLinear<number, number>;
  width: number;
  scale: number;
}

function ticksOf({ x, width, scale }: TimeAxisProps): number[] {
  return x.ticks(Math.max(2, Math.floor(width / (TICK_PX * scale))));
}

export function TimeAxis(props: TimeAxisProps) {
  const { x } = props;
  return (
    <g className="chart-axis" aria-hidden>
      {ticksOf(props).map((us) => (
        <text key={us} x={x(us)} y="1.1em" textAnchor={anchorAt(x(us), props)}>
          {us === 0 ? "0 s" : formatDuration(us)}
        </text>
      ))}
    </g>
  );
}

/** Fine lines through all lanes. */
export function TimeGrid({ height, ...axis }: TimeAxisProps & { height: number }) {
  const { x } = axis;
  return (
    <g className={css.grid} aria-hidden>
      {ticksOf(axis).map((us) => (
        <line key={us} x1={x(us)} x2={x(us)} y2={height} />
      ))}
    </g>
  );
}

/** Words at the ends stay inside of the picture. */
function anchorAt(x: number, { width, scale }: TimeAxisProps): "start" | "middle" | "end" {
  if (x < FIRST_PX * scale) return "start";
  return x > width - LAST_PX * scale ? "end" : "middle";
}
