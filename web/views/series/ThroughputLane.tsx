/** Requests that ended, a second, stacked, and the rate at which the limit is full. */

import type { World } from "@/engine/types";
import { t } from "@/language/words";
import type { Interval } from "@/model/interval";
import { ENDED } from "@/model/series/buckets";
import { formatRate, rateFigure } from "@/model/units";
import { besideText } from "./beside";
import type { LaneProps, LaneRun, LaneWords } from "./lane";
import { StackPicture } from "./StackPicture";
import css from "./series.module.css";
import { spanName } from "./span";
import { endedWithin, ratedFromUs } from "./throughput";

/** Colour roles of the theme, by how requests end. */
const ROLES: Record<(typeof ENDED)[number], string> = {
  reads: "var(--rows)",
  writes: "var(--write)",
  unanswered: "var(--bad)",
};

/** A ceiling that is further away than this says nothing of what is drawn. */
const CEILING_MAX = 2;

export function ThroughputPicture(props: LaneProps) {
  const { own, width, hideVerdicts } = props;
  const { limit } = own.frame;
  const full = limit?.ceiling_qps ?? Number.POSITIVE_INFINITY;
  const isNear = full < CEILING_MAX * (limit?.qps ?? 0) && !hideVerdicts;
  const ceiling = isNear ? full : undefined;
  return (
    <StackPicture
      {...props}
      counted="ended"
      format={formatRate}
      reach={ceiling}
      layer={(kind, d) => {
        const how = ENDED[kind] ?? "reads";
        return <path key={how} data-ended={how} d={d} fill={ROLES[how]} fillOpacity={0.75} />;
      }}
      over={(y) =>
        ceiling !== undefined && (
          <g className={css.bound} data-ceiling="">
            <line x2={width} y1={y(ceiling)} y2={y(ceiling)} />
            <text x={width - 4} y={y(ceiling)} dy="1.1em" textAnchor="end">
              {t("full at {rate}", { rate: formatRate(ceiling) })}
            </text>
          </g>
        )
      }
    />
  );
}

/** What is looked at; else the run so far. */
function stretchOf({
  world,
  own,
  interval,
}: Pick<LaneWords, "world" | "own" | "interval">): Interval {
  const { now_us: to_us } = own.frame;
  const { series_bucket_us, measure_from_us } = world;
  const from_us = ratedFromUs(own.series.buckets, series_bucket_us, measure_from_us, to_us);
  return interval ?? { from_us, to_us };
}

function rates(world: World, { series }: LaneRun, stretch: Interval) {
  return endedWithin(series.buckets, world.series_bucket_us, stretch);
}

export function ThroughputFigure(props: LaneProps) {
  const { world, own, other } = props;
  const stretch = stretchOf(props);
  const ended = rates(world, own, stretch);
  if (ended === null)
    return <span>{props.interval === null ? t("no rate yet") : t("too short for a rate")}</span>;
  const { reads, writes, unanswered } = ended;
  const figure = rateFigure(reads + writes);
  const since = spanName(stretch, props.interval);
  const isThere = other !== null && other.frame.now_us >= stretch.to_us;
  const theirs = isThere ? rates(world, other, stretch) : null;
  return (
    <>
      <strong>
        {figure.value} <small>{t("{unit} answered", { unit: figure.unit })}</small>{" "}
        <small className={css.narrow}>{since}</small>
      </strong>
      <span>
        {theirs === null
          ? since
          : t("{of}, {beside}", {
              of: since,
              beside: besideText(
                formatRate(reads + writes),
                formatRate(theirs.reads + theirs.writes),
              ),
            })}
      </span>
      {unanswered > 0 && (
        <span className="bad">
          {t("{rate} without an answer", { rate: formatRate(unanswered) })}
        </span>
      )}
      {reads > 0 && writes > 0 && (
        <span>{t("{rate} of them writes", { rate: formatRate(writes) })}</span>
      )}
    </>
  );
}

export function throughputWords(props: LaneWords): string {
  const ended = rates(props.world, props.own, stretchOf(props));
  if (ended === null) return t("none yet.");
  const { reads, writes, unanswered } = ended;
  if (reads + writes + unanswered === 0) return t("none yet.");
  const { limit } = props.own.frame;
  const ceiling = limit?.limits ? limit.ceiling_qps : null;
  const values = {
    reads: formatRate(reads),
    writes: formatRate(writes),
    unanswered: formatRate(unanswered),
  };
  const said =
    unanswered > 0
      ? t("{reads} reads and {writes} writes answered, {unanswered} without an answer.", values)
      : t("{reads} reads and {writes} writes answered.", values);
  return ceiling === null
    ? said
    : t("{said} What limits is full at {rate}.", { said, rate: formatRate(ceiling) });
}
