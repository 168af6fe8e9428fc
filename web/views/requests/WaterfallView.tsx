/** One request hop by hop over its life, with the times in which it waited in a node. */

import { useRef } from "react";
import type { RequestView, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import { kindColor } from "@/model/kinds";
import { routeText, timestampText } from "@/model/readWords";
import type { Segment } from "@/model/requests/attempt";
import type { RequestStory } from "@/model/requests/story";
import { hopText, nodeId, whatText } from "@/model/requests/words";
import { formatDuration } from "@/model/units";
import { askAbout } from "@/session/asking";
import { useTypeScale } from "@/session/typeScale";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { useWidth } from "@/ui/useWidth";
import { Parts } from "./Parts";
import { Segments } from "./Segments";
import { latencyUs } from "./story";
import { crossingsOf, type HopBar, type WaitBar, type Waterfall, waterfall } from "./waterfall";
import css from "./waterfall.module.css";

const ROW = 22;
const BAR = 10;
const FOOT = 18;
interface Props {
  request: RequestView;
  /** Where its time went; empty when the record does not hold it. */
  segments: readonly Segment[];
  /** What the record tells of it, if it does. */
  story: RequestStory | undefined;
  world: World;
  now_us: number;
}

export function WaterfallView({ request, segments, story, world, now_us }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const scale = useTypeScale();
  const latency = latencyUs(request);
  const what = whatText(request);
  const picture = waterfall(request, now_us, Math.max(1, width));
  const row = ROW * scale;
  const top = Math.max(1, picture.bars.length) * row;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it
    <section className={css.hops} aria-label={t("Hops of {what}", { what })} tabIndex={0}>
      <h2>
        {latency === undefined
          ? t("{what}, hop by hop, still waiting", { what })
          : t("{what}, hop by hop, {time} in total", { what, time: formatDuration(latency) })}
      </h2>
      <p className="quiet">{tripsText(request)}</p>
      <Button small className={css.why} onClick={() => askAbout({ request: request.id })}>
        {t("Why?")}
      </Button>
      {story !== undefined && <Reasons story={story} world={world} />}
      {segments.length > 0 && <Segments segments={segments} world={world} />}
      {story !== undefined && <Parts story={story} world={world} now_us={now_us} />}
      <div ref={frame}>
        {width > 0 && (
          <svg width={width} height={top + FOOT * scale} aria-hidden>
            {picture.bars.map((bar, index) => (
              <Bar
                key={`${bar.what} ${bar.from_us} ${bar.what === "hop" ? bar.hop : ""}`}
                bar={bar}
                request={request}
                world={world}
                middle={(index + 0.5) * row}
                width={width}
              />
            ))}
            <TimeAxis picture={picture} top={top} width={width} from_us={request.invoked_us} />
          </svg>
        )}
      </div>
      <ol className="grid-1">
        {request.hops.map((hop, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hops are only ever appended
          <li key={index}>
            <span className="quiet">+{formatDuration(hop.sent_us - request.invoked_us)}</span>{" "}
            {hopText(hop, world)}
          </li>
        ))}
        {request.hops.length === 0 && <li>{t("Nothing was sent on a link.")}</li>}
      </ol>
    </section>
  );
}

/** How often the answer's way led between zones, and what of its time the links took there. */
function tripsText(request: RequestView): string {
  if (request.outcome !== "ok") return "";
  const crossed = crossingsOf(request);
  if (crossed.length === 0) return t("It waited for no message between zones.");
  const links_us = crossed.reduce((sum, { sent_us, arrive_us }) => sum + arrive_us - sent_us, 0);
  return t(
    "{trips, plural, one {# round trip} other {# round trips}} between zones: {n, plural, one {# message} other {# messages}} one after the other, {time} on their way.",
    {
      trips: Math.ceil(crossed.length / 2),
      n: crossed.length,
      time: formatDuration(links_us),
    },
  );
}

interface BarProps {
  bar: HopBar | WaitBar;
  request: RequestView;
  world: World;
  middle: number;
  width: number;
}

/** Chinese characters are twice as wide. */
const WIDE = /\p{Script=Han}/gu;
/** About the width of a letter: a label stands right of its bar where it fits, else left, else on it. */
const LETTER = 6.4;

function labelPlace(bar: HopBar | WaitBar, label: string, width: number) {
  const letters = label.replace(WIDE, "00").length;
  const right = bar.x + bar.width;
  if (right + letters * LETTER < width) return { x: right + 6, textAnchor: "start" as const };
  if (letters * LETTER < bar.x) return { x: bar.x - 6, textAnchor: "end" as const };
  return { x: bar.x + 6, textAnchor: "start" as const };
}

function Bar({ bar, request, world, middle, width }: BarProps) {
  const label = labelOf(bar, request, world);
  const right = bar.x + bar.width;
  return (
    <g>
      {bar.what === "wait" ? (
        <line className={css.waiting} x1={bar.x} x2={right} y1={middle} y2={middle} />
      ) : (
        <rect
          className={cx(css.bar, bar.flying && css.flying)}
          x={bar.x}
          y={middle - BAR / 2}
          width={bar.width}
          height={BAR}
          style={{ color: kindOf(bar, request, world) }}
        />
      )}
      <text
        className={bar.what === "wait" ? css.waitLabel : css.barLabel}
        y={middle}
        dy="0.34em"
        {...labelPlace(bar, label, width)}
      >
        {label}
      </text>
    </g>
  );
}

function labelOf(bar: HopBar | WaitBar, request: RequestView, world: World): string {
  if (bar.what === "wait") {
    return t("waiting {time} in {node}", {
      time: formatDuration(bar.to_us - bar.from_us),
      node: nodeId(world, bar.node),
    });
  }
  const hop = request.hops[bar.hop];
  if (hop === undefined) return "";
  const type = translate(world.message_types[hop.type]?.label ?? "");
  const crossing = bar.crossing === 0 ? "" : ` ⇥${bar.crossing}`;
  return `${type} ${nodeId(world, hop.from)} → ${nodeId(world, hop.to)}${crossing}`;
}

function kindOf(bar: HopBar, request: RequestView, world: World): string {
  const type = world.message_types[request.hops[bar.hop]?.type ?? -1];
  return kindColor(world.kinds[type?.kind ?? -1]?.id ?? "");
}

interface AxisProps {
  picture: Waterfall;
  top: number;
  width: number;
  from_us: number;
}

function TimeAxis({ picture, top, width, from_us }: AxisProps) {
  const span_us = (picture.x.domain()[1] ?? 0) - from_us;
  return (
    <g className="chart-axis" transform={`translate(0,${top})`}>
      <line x2={width} />
      <text y="1.1em">0</text>
      <text y="1.1em" x={width} textAnchor="end">
        {formatDuration(span_us)}
      </text>
    </g>
  );
}

function Reasons({ story, world }: { story: RequestStory; world: World }) {
  const { timestamp, routings } = story;
  if (timestamp === 0 && routings.length === 0) return null;
  return (
    <div className={css.reasons}>
      {timestamp > 0 && (
        <p>{t("Its timestamp is {timestamp}.", { timestamp: timestampText(timestamp) })}</p>
      )}
      {routings.length > 0 && (
        <ol aria-label={t("Why it was served there")}>
          {routings.map(({ to, why, figure, limit }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: reasons are only ever appended
            <li key={place}>
              {t("To {node}: {why}.", {
                node: nodeId(world, to),
                why: routeText(why, figure, limit),
              })}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
