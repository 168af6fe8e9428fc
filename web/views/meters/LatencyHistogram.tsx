/** One workload's latencies on a logarithmic axis, with its p50 and p99. */

import { useRef } from "react";
import type { WorkloadState } from "@/engine/types";
import { t } from "@/language/words";
import { formatCount, formatDuration } from "@/model/units";
import { useTypeScale } from "@/session/typeScale";
import { cx } from "@/ui/cx";
import { useWidth } from "@/ui/useWidth";
import { type HistogramPicture, histogramPicture, markAt } from "./histogram";
import css from "./meters.module.css";

const HEIGHT = 84;
const TOP = 16;
const FOOT = 18;

interface Props {
  name: string;
  state: WorkloadState;
  upper_us: Float64Array;
}

export function LatencyHistogram({ name, state, upper_us }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const scale = useTypeScale();
  const plot = HEIGHT - TOP - FOOT;
  const top = TOP * scale;
  const picture = histogramPicture(state.histogram, upper_us, width, plot);
  return (
    <figure>
      <div ref={frame}>
        {picture === undefined || width === 0 ? (
          <p className="quiet">{t("No request of {name} has been answered yet.", { name })}</p>
        ) : (
          <svg
            width={width}
            height={top + plot + FOOT * scale}
            role="img"
            data-chart={`latency-${name}`}
            aria-label={summaryOf(name, state)}
          >
            <g transform={`translate(0,${top})`}>
              {picture.bars.map((bar) => (
                <rect
                  key={bar.low_us}
                  className={css.bar}
                  x={bar.x}
                  y={plot - bar.height}
                  width={bar.width}
                  height={bar.height}
                />
              ))}
              <Marks picture={picture} state={state} width={width} plot={plot} />
              <TimeAxis picture={picture} width={width} plot={plot} />
            </g>
          </svg>
        )}
      </div>
      <figcaption className="quiet spread">
        {t("{name}: {ok} answered, slowest {slowest}", {
          name,
          ok: formatCount(state.ok),
          slowest: formatDuration(state.max_us),
        })}
      </figcaption>
    </figure>
  );
}

interface PartProps {
  picture: HistogramPicture;
  width: number;
  plot: number;
}

function Marks({ picture, state, width, plot }: PartProps & { state: WorkloadState }) {
  const p50 = markAt(picture, state.p50_us);
  const p99 = markAt(picture, state.p99_us);
  // Two labels that would touch become one.
  const close = p99 - p50 < 34;
  const anchor = (x: number): "start" | "middle" | "end" =>
    x < 30 ? "start" : x > width - 40 ? "end" : "middle";
  return (
    <g className={css.quantile} aria-hidden>
      <line x1={p50} x2={p50} y1={-3} y2={plot} />
      <line x1={p99} x2={p99} y1={-3} y2={plot} />
      <text x={p50} y={-6} textAnchor={anchor(p50)}>
        {close ? "p50, p99" : "p50"}
      </text>
      {!close && (
        <text x={p99} y={-6} textAnchor={anchor(p99)}>
          p99
        </text>
      )}
    </g>
  );
}

function TimeAxis({ picture, width, plot }: PartProps) {
  return (
    <g className={cx("chart-axis", css.axis)} aria-hidden transform={`translate(0,${plot})`}>
      <line x2={width} />
      {picture.ticks_us.map((tick_us) => {
        const x = picture.x(tick_us);
        return (
          <g key={tick_us} transform={`translate(${x},0)`}>
            <line y2={3} />
            <text y="1.25em" textAnchor={x < 12 ? "start" : x > width - 12 ? "end" : "middle"}>
              {formatDuration(tick_us)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function summaryOf(name: string, state: WorkloadState): string {
  return t("Latency histogram of {name}: half within {p50}, 99 % within {p99}, slowest {max}.", {
    name,
    p50: formatDuration(state.p50_us),
    p99: formatDuration(state.p99_us),
    max: formatDuration(state.max_us),
  });
}
