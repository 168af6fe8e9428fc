/** What is counted by buckets of time, stacked by kind, with the other run as a ghost. */

import { scaleLinear } from "d3-scale";
import { area, curveStepAfter, line } from "d3-shape";
import { type ReactNode, useId, useMemo } from "react";
import { ValueAxis } from "@/charts/Axes";
import { Plot } from "@/charts/Plot";
import { type Buckets, type Counted, NO_BUCKETS } from "@/model/series/buckets";
import type { LaneProps } from "./lane";
import css from "./series.module.css";
import {
  groupFor,
  kindsIn,
  layersOf,
  peakOf,
  type Step,
  type Steps,
  stepsOf,
  stepsWithin,
} from "./steps";

interface StackProps extends LaneProps {
  counted: Counted;
  format: (perSecond: number) => string;
  /** The axis reaches at least so far; undefined = as far as what is drawn. */
  reach?: number | undefined;
  layer: (kind: number, d: string) => ReactNode;
  /** On top, by the axis of values. */
  over?: (y: (perSecond: number) => number) => ReactNode;
}

export function StackPicture({ counted, format, reach = 0, layer, over, ...lane }: StackProps) {
  const { world, own, other, x, width, height, knownUs } = lane;
  const hatch = useId();
  const [fromUs = 0, toUs = 1] = x.domain();
  const bucketUs = world.series_bucket_us;
  const group = groupFor(toUs - fromUs, width, bucketUs);
  const whole = useSteps(own.series.buckets, { counted, bucketUs, group, untilUs: knownUs });
  const untilUs = other?.frame.now_us ?? 0;
  const others = other?.series.buckets ?? NO_BUCKETS;
  const theirs = useSteps(others, { counted, bucketUs, group, untilUs });
  const steps = stepsWithin(whole.steps, fromUs, toUs);
  const ghost = other && stepsWithin(theirs.steps, fromUs, toUs);
  // Of the whole run: looking closer changes no height.
  const most = Math.max(whole.most, theirs.most, reach, 1);
  const y = scaleLinear([0, most], [height, 0]).nice(2);
  const [, top = most] = y.domain();
  const shape = area<[number, number] & { data: Step }>()
    .x((point) => x(point.data.fromUs))
    .y0((point) => y(point[0]))
    .y1((point) => y(point[1]))
    .curve(curveStepAfter);
  return (
    <g>
      <ValueAxis y={y} width={width} format={format} values={[top / 2, top]} />
      <line className={css.base} x2={width} y1={height} y2={height} />
      <Plot width={width} height={height}>
        {ghost !== null && <Ghost ghost={ghost} hatch={hatch} x={x} y={y} />}
        {/* What both come to is drawn once: the ghost is what stands out. */}
        <path className={css.cover} d={filled(steps, x, y)} />
        {layersOf(steps, kindsIn(steps)).map((points) =>
          layer(
            points.key as unknown as number,
            shape(points as unknown as ([number, number] & { data: Step })[]) ?? "",
          ),
        )}
        {over?.(y)}
      </Plot>
    </g>
  );
}

interface OfSteps {
  counted: Counted;
  bucketUs: number;
  group: number;
  untilUs: number;
}

/** All steps of a run and the highest, summed up again only when they are others. */
function useSteps(buckets: Buckets, { counted, bucketUs, group, untilUs }: OfSteps) {
  return useMemo(() => {
    const steps = stepsOf(buckets, counted, bucketUs, group, untilUs);
    return { steps, most: peakOf(steps)?.sum ?? 0 };
  }, [buckets, counted, bucketUs, group, untilUs]);
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
