/**
 * Bytes a second over time, stacked by kind, with the other run as a hatched ghost on the same
 * scale: what the other choice would send is what stands out behind.
 */

import { scaleLinear } from "d3-scale";
import { area, curveStepAfter, line } from "d3-shape";
import { useId, useMemo } from "react";
import { ValueAxis } from "@/charts/Axes";
import { Plot } from "@/charts/Plot";
import type { Frame, World } from "@/engine/types";
import type { Interval } from "@/model/interval";
import { kindColor, kindMark } from "@/model/kinds";
import { ratioText } from "@/model/ratio";
import { type Buckets, NO_BUCKETS } from "@/model/score/buckets";
import { total, withFraming } from "@/model/traffic";
import { bytesFigure, formatBytes, formatBytesPerSecond } from "@/model/units";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import type { LaneProps, LaneWords } from "./lane";
import css from "./score.module.css";
import {
  groupFor,
  kindsIn,
  layersOf,
  type Place,
  peakOf,
  type Step,
  type Steps,
  stepsOf,
  stepsWithin,
  sumWithin,
} from "./steps";

export function BetweenPicture(props: LaneProps) {
  return <BytesPicture {...props} place="between" />;
}

export function InsidePicture(props: LaneProps) {
  return <BytesPicture {...props} place="inside" />;
}

export function BetweenFigure(props: LaneProps) {
  return <BytesFigure {...props} place="between" />;
}

export function InsideFigure(props: LaneProps) {
  return <BytesFigure {...props} place="inside" />;
}

interface BytesProps extends LaneProps {
  place: Place;
}

function BytesPicture({ world, own, other, x, width, height, knownUs, place }: BytesProps) {
  const hatch = useId();
  const pointed = useSim((state) => state.pointedKind);
  const [fromUs = 0, toUs = 1] = x.domain();
  const group = groupFor(toUs - fromUs, width, world.series_bucket_us);
  const bucketUs = world.series_bucket_us;
  const whole = useSteps(own.score.buckets, { place, bucketUs, group, untilUs: knownUs });
  const untilUs = other?.frame.now_us ?? 0;
  const theirs = useSteps(other?.score.buckets ?? NO_BUCKETS, { place, bucketUs, group, untilUs });
  const steps = stepsWithin(whole.steps, fromUs, toUs);
  const ghost = other && stepsWithin(theirs.steps, fromUs, toUs);
  // Of the whole run: looking closer changes no height.
  const most = Math.max(whole.most, theirs.most, 1);
  const y = scaleLinear([0, most], [height, 0]).nice(2);
  const [, top = most] = y.domain();
  const kinds = kindsIn(steps);
  const layer = area<[number, number] & { data: Step }>()
    .x((point) => x(point.data.fromUs))
    .y0((point) => y(point[0]))
    .y1((point) => y(point[1]))
    .curve(curveStepAfter);
  return (
    <g>
      <ValueAxis y={y} width={width} format={formatBytesPerSecond} values={[top / 2, top]} />
      <line className={css.base} x2={width} y1={height} y2={height} />
      <Plot width={width} height={height}>
        {ghost !== null && <Ghost ghost={ghost} hatch={hatch} x={x} y={y} />}
        {/* What both send is drawn once: the ghost is what stands out. */}
        <path className={css.cover} d={filled(steps, x, y)} />
        {layersOf(steps, kinds).map((points) => {
          const kind = points.key as unknown as number;
          const id = world.kinds[kind]?.id ?? "";
          return (
            <path
              key={id}
              data-kind={id}
              opacity={pointed === null || pointed === kind ? undefined : 0.25}
              onPointerEnter={() => sim.pointAtKind(kind)}
              onPointerLeave={() => sim.pointAtKind(null)}
              d={layer(points as unknown as ([number, number] & { data: Step })[]) ?? ""}
              fill={kindColor(id)}
              fillOpacity={place === "inside" ? 0.3 : isHollow(id) ? 0.45 : 0.9}
            />
          );
        })}
      </Plot>
    </g>
  );
}

interface OfSteps {
  place: Place;
  bucketUs: number;
  group: number;
  untilUs: number;
}

/** All steps of a run and the highest, summed up again only when they are others. */
function useSteps(buckets: Buckets, { place, bucketUs, group, untilUs }: OfSteps) {
  return useMemo(() => {
    const steps = stepsOf(buckets, place, bucketUs, group, untilUs);
    return { steps, most: peakOf(steps)?.sum ?? 0 };
  }, [buckets, place, bucketUs, group, untilUs]);
}

/** Hollow marks are pale here too: an acknowledgement shares the append's colour. */
function isHollow(id: string): boolean {
  const { shape } = kindMark(id);
  return shape === "ring" || shape === "open-square";
}

/** The outline of all kinds together, as an area. */
function filled(steps: Steps, x: (us: number) => number, y: (value: number) => number): string {
  const last = steps.steps.at(-1);
  if (last === undefined) return "";
  const shape = area<Step>()
    .x(({ fromUs }) => x(fromUs))
    .y0(y(0))
    .y1(({ sum }) => y(sum))
    .curve(curveStepAfter);
  return shape([...steps.steps, { ...last, fromUs: steps.endUs }]) ?? "";
}

interface GhostProps {
  ghost: Steps;
  hatch: string;
  x: (us: number) => number;
  y: (value: number) => number;
}

function Ghost({ ghost, hatch, x, y }: GhostProps) {
  const last = ghost.steps.at(-1);
  if (last === undefined) return null;
  const points = [...ghost.steps, { ...last, fromUs: ghost.endUs }];
  const outline = line<Step>()
    .x(({ fromUs }) => x(fromUs))
    .y(({ sum }) => y(sum))
    .curve(curveStepAfter);
  return (
    <g data-ghost="">
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M-1 7 7-1M-1 1 1-1M5 7 7 5" className={css.hatch} />
        </pattern>
      </defs>
      <path d={filled(ghost, x, y)} fill={`url(#${hatch})`} />
      <path d={outline(points) ?? ""} className={css.ghostLine} />
    </g>
  );
}

function BytesFigure(props: BytesProps) {
  const { interval } = props;
  return interval === null ? <SoFar {...props} /> : <Within {...props} interval={interval} />;
}

/** Of the stretch that is looked at: what is counted by buckets of time is what crossed the wire. */
function Within({ world, own, other, place, interval }: BytesProps & { interval: Interval }) {
  const { series_bucket_us } = world;
  const bytes = sumWithin(own.score.buckets, place, series_bucket_us, interval);
  const isThere = other !== null && other.frame.now_us >= interval.to_us;
  const theirs = isThere && sumWithin(other.score.buckets, place, series_bucket_us, interval);
  const figure = bytesFigure(bytes);
  return (
    <>
      <strong>
        {figure.value} <small>{figure.unit}</small>
      </strong>
      <span>
        {theirs === false ? "in this stretch, on the wire" : `not ${formatBytes(theirs)}`}
      </span>
    </>
  );
}

function SoFar({ world, own, other, place }: BytesProps) {
  const framing = useSim((state) => state.framing);
  const bytes = bytesOf(world, own.frame, place, framing);
  const figure = bytesFigure(bytes);
  if (other === null || other.frame.now_us !== own.frame.now_us)
    return (
      <>
        <strong>
          {figure.value} <small>{figure.unit}</small>
        </strong>
        <span>{framing ? "so far, on the wire" : "so far, payload"}</span>
      </>
    );
  const theirs = bytesOf(world, other.frame, place, framing);
  return (
    <>
      <strong>{ratioText(theirs === 0 ? null : bytes / theirs)}</strong>
      <span>
        {formatBytes(bytes)}, not {formatBytes(theirs)}
      </span>
    </>
  );
}

/** Of the run so far, between zones or inside them. */
function bytesOf(world: World, frame: Frame, place: Place, framing: boolean): number {
  const cube = framing ? withFraming(frame.bytes, frame.framing) : frame.bytes;
  const zones = world.zones.length;
  const kinds = world.kinds.length;
  let sum = 0;
  for (let pair = 0; pair < zones * zones; pair += 1) {
    const isInside = Math.floor(pair / zones) === pair % zones;
    if (isInside === (place === "inside"))
      sum += total(cube.subarray(pair * kinds, (pair + 1) * kinds));
  }
  return sum;
}

export function betweenWords(props: LaneWords): string {
  return wordsOf(props, "between");
}

export function insideWords(props: LaneWords): string {
  return wordsOf(props, "inside");
}

function wordsOf({ world, own }: LaneWords, place: Place): string {
  const bucketUs = world.series_bucket_us;
  const steps = stepsOf(own.score.buckets, place, bucketUs, 1, own.frame.now_us);
  const peak = peakOf(steps);
  if (peak === undefined || peak.sum === 0) return "none yet.";
  const kinds = kindsIn(steps).map((kind) => world.kinds[kind]?.label ?? "");
  const at = (peak.fromUs / 1e6).toFixed(1);
  return `${kinds.join(", ")}. Peak ${formatBytesPerSecond(peak.sum)} at ${at} s.`;
}
