/** How old what each read returned was when it asked, against what its mode allows. */

import { scaleLinear } from "d3-scale";
import { useMemo } from "react";
import { ValueAxis } from "@/charts/Axes";
import { Plot } from "@/charts/Plot";
import { t } from "@/language/words";
import { durationFigure, formatDuration } from "@/model/units";
import { type Ages, ageOf, agesOf, boundsOf, hasAges } from "./ages";
import { besideText } from "./beside";
import { Dots } from "./Dots";
import { LineName } from "./LineName";
import type { LaneProps, LaneWords } from "./lane";
import css from "./series.module.css";
import { countedSpan, spanName } from "./span";

/** Dots do not lie on the border. */
const ROOM = 1.1;
const RADIUS_PX = 4;

export function AgesPicture(props: LaneProps) {
  const { own, x, width, height } = props;
  const { completions } = own.series;
  const bounds = boundsOf(completions);
  const { oldestUs } = agesOf(completions, -1, Number.POSITIVE_INFINITY);
  const most = Math.max(1, oldestUs, ...bounds.map(({ us }) => us));
  // The same for the same stretch of values: dots are drawn again when it is another.
  const y = useMemo(() => scaleLinear([0, most * ROOM], [height - RADIUS_PX, 0]), [most, height]);
  return (
    <g>
      <ValueAxis
        y={y}
        width={width}
        format={ageText}
        values={completions.count === 0 ? [0] : [0, most]}
      />
      <foreignObject width={width} height={height}>
        <Dots {...props} y={y} valueAt={(row) => ageOf(completions, row)} />
      </foreignObject>
      <Plot width={width} height={height}>
        {bounds.map(({ us, fromUs, toUs }) => (
          <g key={us} className={css.bound} data-bound={us}>
            <line x1={x(fromUs)} x2={x(toUs)} y1={y(us)} y2={y(us)} />
            <LineName name={t("bound")} endPx={Math.min(width, x(toUs))} y={y(us)} under />
          </g>
        ))}
      </Plot>
    </g>
  );
}

function ageText(us: number): string {
  return us === 0 ? "0 s" : formatDuration(us);
}

/** Of the stretch that is looked at, or of the run so far; theirs where they have come as far. */
function measured({ own, other, interval }: LaneWords): [Ages, Ages | undefined] {
  const { from_us, to_us } = countedSpan({ own, interval });
  const isThere = other !== null && other.frame.now_us >= to_us;
  const theirs = isThere ? agesOf(other.series.completions, from_us - 1, to_us) : undefined;
  return [agesOf(own.series.completions, from_us - 1, to_us), theirs];
}

export function AgesFigure(props: LaneProps) {
  const [own, theirs] = measured(props);
  if (own.reads === 0)
    return <span>{props.interval === null ? t("nothing read yet") : t("nothing read then")}</span>;
  const figure = own.oldestUs === 0 ? { value: "0", unit: "s" } : durationFigure(own.oldestUs);
  return (
    <>
      <strong>
        {figure.value} <small>{t("{unit} at most", { unit: figure.unit })}</small>
      </strong>
      {theirs !== undefined && (
        <span>{besideText(ageText(own.oldestUs), ageText(theirs.oldestUs))}</span>
      )}
      <span>
        {t("{n, plural, one {# old read} other {# old reads}} {since}", {
          n: own.old,
          since: spanName(countedSpan(props), props.interval),
        })}
      </span>
    </>
  );
}

export function agesWords(props: LaneWords): string {
  const [own] = measured(props);
  if (own.reads === 0) return t("nothing read yet.");
  const bounds = boundsOf(props.own.series.completions).map(({ us }) => formatDuration(us));
  const values = { old: own.old, n: own.reads, oldest: formatDuration(own.oldestUs) };
  const missed =
    own.old === 0
      ? t("{old} of {n, plural, one {# read} other {# reads}} missed something newer.", values)
      : t(
          "{old} of {n, plural, one {# read} other {# reads}} missed something newer, the oldest by {oldest}.",
          values,
        );
  return bounds.length === 0
    ? missed
    : t("{missed} Bound: {bounds}.", { missed, bounds: bounds.join(t(", ")) });
}

export function hasReads({ own, hideVerdicts }: LaneWords): boolean {
  return !hideVerdicts && own.series.completions.columns.wrote.includes(0);
}

export function isAged({ own }: LaneWords): boolean {
  return hasAges(own.series.completions);
}
