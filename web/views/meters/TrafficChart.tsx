/**
 * Bytes per second between zones by kind, stacked, over simulation time.
 * A function of the kept buckets; pointing at it reads one bucket.
 */

import { type PointerEvent, useRef, useState } from "react";

import { kindColor, kindMark } from "@/lib/kinds";
import { formatBytesPerSecond, formatInstant, threeDigits } from "@/lib/units";
import type { World } from "@/protocol/engine";
import { usePaced } from "@/store/paced";
import { SERIES_BUCKETS_MAX } from "@/store/series";
import { useTypeScale } from "@/store/typeScale";
import { Explained } from "@/ui/TipArea";
import { useWidth } from "@/ui/useWidth";
import css from "./meters.module.css";
import {
  type Buckets,
  bucketCount,
  bucketUnder,
  coarsen,
  groupFor,
  type Peak,
  peakOf,
  rateAt,
  rateOfAll,
  type StackPicture,
  spanFor,
  stackPicture,
} from "./stack";

const HEIGHT = 96;
const GUTTER = 32;
const TOP = 8;
const FOOT = 18;

export function TrafficChart() {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const scale = useTypeScale();
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const { world, series } = usePaced((s) => ({
    world: s.world,
    series: s.seriesValues,
  }));
  if (world === null) return null;
  const fine: Buckets = { ...series, bucket_us: world.series_bucket_us };
  const gutter = GUTTER * scale;
  const foot = FOOT * scale;
  const top = TOP * scale;
  const size = { width: Math.max(0, width - gutter), height: HEIGHT - TOP - FOOT };
  const full = size.height + top + foot;
  const span_us = spanFor(
    bucketCount(fine) * fine.bucket_us,
    (SERIES_BUCKETS_MAX - 1) * fine.bucket_us,
  );
  const buckets = coarsen(fine, groupFor(fine, span_us, size.width));
  const picture = stackPicture(buckets, size, span_us);
  const peak = peakOf(fine, span_us);
  const under =
    pointed === undefined || picture === undefined
      ? undefined
      : bucketUnder(buckets, picture.x.invert(pointed));
  const unit = axisUnit(picture?.y.domain()[1] ?? 0);
  const point = (event: PointerEvent<SVGSVGElement>): void =>
    setPointed(event.clientX - event.currentTarget.getBoundingClientRect().left - gutter);
  return (
    <figure className={css.chart}>
      <figcaption className={css.caption}>
        <Explained
          text={`On the wire between different zones, per ${bucketText(buckets)} of simulated time. The part that is still filling is not drawn.`}
        >
          {picture === undefined ? "Bytes per second" : `${unit.name}/s on the wire`}
        </Explained>
        <span className={css.reading}>
          {readingOf({ buckets, under, picture, peak, each: bucketText(fine) })}
        </span>
      </figcaption>
      <div ref={frame}>
        {width > gutter && (
          <svg
            width={width}
            height={full}
            role="img"
            data-chart="traffic"
            aria-label={summaryOf(world, fine, picture, peak)}
            onPointerMove={point}
            onPointerLeave={() => setPointed(undefined)}
          >
            <g transform={`translate(${gutter},${top})`}>
              {picture !== undefined && (
                <>
                  <Axes picture={picture} height={size.height} />
                  <Layers picture={picture} world={world} />
                  {under !== undefined && (
                    <Reading at={under} buckets={buckets} picture={picture} height={size.height} />
                  )}
                </>
              )}
            </g>
          </svg>
        )}
      </div>
    </figure>
  );
}

function Layers({ picture, world }: { picture: StackPicture; world: World }) {
  return picture.layers.map(({ kind, path }) => {
    const id = world.kinds[kind]?.id ?? "";
    const shape = kindMark(id).shape;
    const hollow = shape === "ring" || shape === "open-square";
    return (
      <path
        key={kind}
        d={path}
        fill={kindColor(id)}
        // Hollow marks are pale in the chart too: an acknowledgement shares the append's colour.
        fillOpacity={hollow ? 0.35 : 0.85}
      />
    );
  });
}

function Axes({ picture, height }: { picture: StackPicture; height: number }) {
  const top = picture.y.domain()[1] ?? 1;
  const unit = axisUnit(top);
  const [from, to] = picture.x.range() as [number, number];
  return (
    <g className={css.axis} aria-hidden>
      {[0, top / 2, top].map((value) => (
        <g key={value} transform={`translate(0,${picture.y(value)})`}>
          <line x1={from} x2={to} />
          <text x={-6} dy="0.32em" textAnchor="end">
            {threeDigits(value / unit.size)}
          </text>
        </g>
      ))}
      {picture.x.ticks(4).map((at_us) => (
        <g key={at_us} transform={`translate(${picture.x(at_us)},${height})`}>
          <line y2={3} />
          <text y="1.25em" textAnchor={anchorAt(picture.x(at_us), to)}>
            {threeDigits(at_us / 1e6)} s
          </text>
        </g>
      ))}
    </g>
  );
}

interface ReadingProps {
  at: number;
  buckets: Buckets;
  picture: StackPicture;
  height: number;
}

function Reading({ at, buckets, picture, height }: ReadingProps) {
  const x = picture.x((buckets.first + at + 0.5) * buckets.bucket_us);
  return (
    <g className={css.cursor} aria-hidden>
      <line x1={x} x2={x} y1={0} y2={height} />
      <circle cx={x} cy={picture.y(rateOfAll(buckets, at))} r={2.5} />
    </g>
  );
}

/** At most three digits before the point at the top of the axis. */
function axisUnit(top: number): { name: string; size: number } {
  if (top < 1_000) return { name: "B", size: 1 };
  return top < 1_000_000 ? { name: "kB", size: 1_000 } : { name: "MB", size: 1_000_000 };
}

/** Labels at the ends stay inside of the picture. */
function anchorAt(x: number, width: number): "start" | "middle" | "end" {
  if (x < 10) return "start";
  return x > width - 14 ? "end" : "middle";
}

function bucketText(buckets: Buckets): string {
  return `${threeDigits(buckets.bucket_us / 1000)} ms`;
}

interface Read {
  buckets: Buckets;
  under: number | undefined;
  picture: StackPicture | undefined;
  peak: Peak;
  /** The bins of the peak. */
  each: string;
}

function readingOf({ buckets, under, picture, peak, each }: Read): string {
  if (picture === undefined) return "";
  if (under === undefined) return `peak ${formatBytesPerSecond(peak.rate)} in ${each}`;
  const seconds = ((buckets.first + under) * buckets.bucket_us) / 1e6;
  return `at ${seconds.toFixed(1)} s: ${formatBytesPerSecond(rateOfAll(buckets, under))}`;
}

/** The picture in words, for those who cannot see it; the table below has the figures. */
function summaryOf(
  world: World,
  buckets: Buckets,
  picture: StackPicture | undefined,
  peak: Peak,
): string {
  if (picture === undefined) return "Bytes per second between zones: nothing measured yet.";
  const last = bucketCount(buckets) - 1;
  const parts = picture.layers
    .filter(({ kind }) => rateAt(buckets, last, kind) > 0)
    .map(
      ({ kind }) =>
        `${world.kinds[kind]?.label ?? ""} ${formatBytesPerSecond(rateAt(buckets, last, kind))}`,
    );
  const now = parts.length === 0 ? "nothing" : parts.join(", ");
  return (
    `Bytes per second between zones by kind, ${formatInstant(picture.from_us)} to ` +
    `${formatInstant(picture.to_us)}. Last: ${now}. Peak ${formatBytesPerSecond(peak.rate)} in ` +
    `${bucketText(buckets)} at ${formatInstant(peak.at_us)}.`
  );
}
