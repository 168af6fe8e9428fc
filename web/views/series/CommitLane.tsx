/** The commit index of each leader, by its own belief: where two lead, one stands still. */

import { scaleLinear } from "d3-scale";
import { area, curveStepAfter, line } from "d3-shape";
import { ValueAxis } from "@/charts/Axes";
import { Plot } from "@/charts/Plot";
import { Rich } from "@/language/Rich";
import { t } from "@/language/words";
import { hueColor, hueOfLeader } from "@/model/map/hues";
import {
  type CommitLine,
  commitLines,
  disputedRange,
  type Gap,
  gapsOf,
  standingAt,
} from "@/model/series/committed";
import { LineName } from "./LineName";
import type { LaneProps, LaneRun, LaneWords } from "./lane";
import css from "./series.module.css";

/** Until somebody leads. */
const NO_EXTENT: [number, number] = [0, 1];
/** A name with what stands over the lane. */
const NAME_PX = 20;

/** The range that is disputed, or else the one that the page shows. */
function rangeOf({ own, knownUs, range }: LaneWords): number {
  return disputedRange(own.series.leads, knownUs) ?? range;
}

function linesOf(props: LaneWords, { series }: LaneRun, untilUs: number): CommitLine[] {
  return commitLines(series.leads, series.commits, rangeOf(props), untilUs);
}

export function CommitPicture(props: LaneProps) {
  const { world, own, other, x, width, height, knownUs } = props;
  const lines = linesOf(props, own, knownUs);
  const theirs = other === null ? [] : linesOf(props, other, other.frame.now_us);
  const [fromUs = 0, toUs = 1] = x.domain();
  const all = [...lines, ...theirs];
  const extent = all.length === 0 ? NO_EXTENT : extentOf(all, fromUs, toUs);
  if (extent === undefined) return null;
  const y = scaleLinear(extent, [height, 0]).nice(2);
  const gap = area<Gap>()
    .x(({ us }) => x(us))
    .y0(({ low }) => y(low))
    .y1(({ high }) => y(high))
    .curve(curveStepAfter);
  const nameOf = ({ node }: CommitLine): string => world.nodes[node]?.id ?? "";
  const drawn = lines.map((one) => ({ line: one, gaps: gapsOf(one, lines) }));
  const old = drawn.find(({ gaps }) => gaps.length > 0)?.line;
  const behind = old === undefined ? null : nameOf(old);
  return (
    <g>
      <ValueAxis
        y={y}
        width={width}
        format={(index) => `${index}`}
        values={y.ticks(2).filter(Number.isInteger)}
      />
      <Plot width={width} height={height}>
        {theirs.map((one) => (
          <path key={one.fromUs} className={css.ghostLine} d={pathOf(one, x, y)} />
        ))}
        {drawn.map(({ line: one, gaps }) => (
          <g key={one.fromUs}>
            <path className={css.gap} d={gap(gaps) ?? ""} />
            <CommitPath
              {...{ line: one, name: nameOf(one), behind, gaps, x, y, width }}
              colour={hueColor(hueOfLeader(world, one.node, one.term))}
            />
          </g>
        ))}
      </Plot>
    </g>
  );
}

interface CommitPathProps {
  line: CommitLine;
  name: string;
  /** The name of a line that this one may be ahead of. */
  behind: string | null;
  /** Where it does not know how far another one is. */
  gaps: readonly Gap[];
  x: (us: number) => number;
  y: (index: number) => number;
  width: number;
  colour: string;
}

function CommitPath({ line: one, name, behind, gaps, x, y, width, colour }: CommitPathProps) {
  const end = Math.min(width, x(one.toUs));
  const last = one.steps.at(-1)?.index ?? 0;
  const isOld = gaps.length > 0;
  // Over the lane are another's names, and what a band says.
  const isHigh = !isOld && y(last) < NAME_PX;
  const still = line<Gap>()
    .x(({ us }) => x(us))
    .y(({ low }) => y(low))
    .curve(curveStepAfter);
  return (
    <g className={css.commit} data-old={isOld} style={{ color: colour }}>
      <path d={pathOf(one, x, y)} />
      <path className={css.still} d={still(gaps) ?? ""} />
      {end > 0 && (
        <LineName
          name={name}
          endPx={end}
          y={y(last)}
          under={isOld || isHigh}
          beside={isHigh ? behind : null}
          startPx={x(one.fromUs)}
        />
      )}
    </g>
  );
}

/** From its first step until it ceased to lead. */
function pathOf(
  { steps, toUs }: CommitLine,
  x: (us: number) => number,
  y: (index: number) => number,
): string {
  const last = steps.at(-1);
  if (last === undefined) return "";
  const outline = line<{ us: number; index: number }>()
    .x(({ us }) => x(us))
    .y(({ index }) => y(index))
    .curve(curveStepAfter);
  return outline([...steps, { us: toUs, index: last.index }]) ?? "";
}

function extentOf(
  lines: readonly CommitLine[],
  fromUs: number,
  toUs: number,
): [number, number] | undefined {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const { steps, toUs: untilUs } of lines)
    for (const [place, { us, index }] of steps.entries()) {
      const endUs = steps[place + 1]?.us ?? untilUs;
      if (us > toUs || endUs < fromUs) continue;
      least = Math.min(least, index);
      most = Math.max(most, index);
    }
  return most === 0 ? undefined : [least, Math.max(most, least + 1)];
}

/** Where the leaders stand at the instant, or at the end of the stretch. */
function standing(props: LaneWords) {
  const us = props.interval?.to_us ?? props.own.frame.now_us;
  const all = standingAt(linesOf(props, props.own, props.knownUs), us);
  return all.map((one) => ({ ...one, name: props.world.nodes[one.node]?.id ?? "" }));
}

export function CommitFigure(props: LaneProps) {
  const [first, ...others] = standing(props);
  if (first === undefined) return <span>{t("no leader")}</span>;
  const behind = others.filter((one) => one.behind > 0);
  return (
    <>
      <strong>
        <Rich
          text={t("{index} <0>at {name}</0>", { index: first.index, name: first.name })}
          parts={[(at) => <small>{at}</small>]}
        />
      </strong>
      {behind.map((one) => (
        <span key={one.node} className="bad">
          {t("{name} believes {index}: {behind} behind", {
            name: one.name,
            index: one.index,
            behind: one.behind,
          })}
        </span>
      ))}
    </>
  );
}

export function commitWords(props: LaneWords): string {
  const all = standing(props);
  if (all.length === 0) return t("no leader knows of an entry that is committed.");
  const names = all.map(({ name, index, behind }) =>
    behind === 0
      ? t("{name} believes {index}", { name, index })
      : t("{name} believes {index}, {behind, plural, one {# entry} other {# entries}} behind", {
          name,
          index,
          behind,
        }),
  );
  return t("{said}.", { said: names.join(t("; ")) });
}

export function hasCommits({ own }: LaneWords): boolean {
  return own.series.commits.count > 0;
}

/** Whether somebody leads and does not know that another one does. */
export function isDisputed({ own, knownUs }: LaneWords): boolean {
  return disputedRange(own.series.leads, knownUs) !== undefined;
}
