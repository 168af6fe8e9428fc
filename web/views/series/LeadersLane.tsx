/** Who believes to lead, a row a store, as tall as the share of the ranges that it leads. */

import { scaleLinear } from "d3-scale";
import { Plot } from "@/charts/Plot";
import { t } from "@/language/words";
import { hueColor, hueOfLeader } from "@/model/map/hues";
import { leadingOf, mostOf } from "@/model/series/leading";
import { useTypeScale } from "@/session/typeScale";
import type { LaneProps, LaneWords } from "./lane";

/** Of lower rows not each has room for its name. */
const NAME_PX = 11;

export function LeadersPicture({ world, own, x, width, height, knownUs }: LaneProps) {
  const byNode = leadingOf(own.series.leads, knownUs);
  const stores = world.nodes.filter(({ kind }) => kind === "store");
  const pitch = height / Math.max(1, stores.length);
  const every = Math.ceil((NAME_PX * useTypeScale()) / pitch);
  const tall = scaleLinear([0, mostOf(byNode)], [0, Math.max(2, pitch - 3)]);
  return (
    <g>
      {stores.map(({ index, id }, row) => (
        <g key={id} transform={`translate(0,${row * pitch})`}>
          <line className="drawn-line" x2={width} y1={pitch - 1} y2={pitch - 1} />
          {row % every === 0 && (
            <text className="drawn-words" x={-6} y={pitch / 2} dy="0.32em" textAnchor="end">
              {id}
            </text>
          )}
          <Plot width={width} height={pitch}>
            {(byNode.get(index) ?? []).map((stretch) => (
              <rect
                key={stretch.fromUs}
                style={{ fill: hueColor(hueOfLeader(world, index, stretch.term)) }}
                x={x(stretch.fromUs)}
                width={Math.max(1, x(stretch.toUs) - x(stretch.fromUs))}
                y={pitch - 1 - tall(stretch.count)}
                height={tall(stretch.count)}
              />
            ))}
          </Plot>
        </g>
      ))}
    </g>
  );
}

export function LeadersFigure({ world, own }: LaneProps) {
  const { now_us } = own.frame;
  const byNode = leadingOf(own.series.leads, now_us);
  const leading = [...byNode].filter(([, stretches]) => stretches.at(-1)?.toUs === now_us);
  const names = leading.map(([node]) => world.nodes[node]?.id ?? "");
  const ranges = new Set(own.series.leads.columns.range).size;
  if (ranges > 1)
    return (
      <span>
        {t("{n, plural, one {# store} other {# stores}} with leaders", { n: names.length })}
      </span>
    );
  if (names.length === 0) return <span className="bad">{t("no leader")}</span>;
  if (names.length === 1)
    return (
      <strong>
        {names[0]} <small>{t("leads")}</small>
      </strong>
    );
  return (
    <>
      <strong>
        {names.join(t(", "))} <small>{t("lead")}</small>
      </strong>
      <span className="bad">{t("by their own belief")}</span>
    </>
  );
}

export function leadersWords({ world, own }: LaneWords): string {
  const { now_us } = own.frame;
  const leading = [...leadingOf(own.series.leads, now_us)].filter(
    ([, stretches]) => stretches.at(-1)?.toUs === now_us,
  );
  const names = leading.map(([node]) => world.nodes[node]?.id ?? "");
  return names.length === 0
    ? t("no store believes that it leads.")
    : t("{said}.", { said: names.join(t(", ")) });
}
