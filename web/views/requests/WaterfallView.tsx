/**
 * One request hop by hop over its life, with the times in which it waited in a node.
 * Must not know other requests.
 */

import { useRef } from "react";

import { cx } from "@/lib/cx";
import { kindColor } from "@/lib/kinds";
import { formatDuration } from "@/lib/units";
import type { RequestView, World } from "@/protocol/engine";
import { useWidth } from "@/ui/useWidth";
import css from "./requests.module.css";
import { hopText, latencyUs, nodeId, whatText } from "./story";
import { type Gap, type HopBar, type Waterfall, waterfall } from "./waterfall";

const ROW = 22;
const BAR = 10;
const FOOT = 18;
/** Narrower waits are drawn, but not labelled. */
const LABEL_WIDTH_MIN = 84;

interface Props {
  request: RequestView;
  world: World;
  now_us: number;
}

export function WaterfallView({ request, world, now_us }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const latency = latencyUs(request);
  const picture = waterfall(request, now_us, Math.max(1, width));
  const height = Math.max(1, request.hops.length) * ROW + FOOT;
  return (
    <section className={css.hops} aria-label={`Hops of ${whatText(request)}`}>
      <h2>
        {whatText(request)}, hop by hop
        {latency === undefined ? ", still waiting" : `, ${formatDuration(latency)} in all`}
      </h2>
      <div ref={frame}>
        {width > 0 && (
          <svg width={width} height={height} aria-hidden>
            {picture.gaps.map((gap) => (
              <GapMark key={gap.from_us} gap={gap} />
            ))}
            {picture.bars.map((bar) => (
              <Bar key={bar.hop} bar={bar} request={request} world={world} width={width} />
            ))}
            <TimeAxis
              picture={picture}
              top={height - FOOT}
              width={width}
              from_us={request.invoked_us}
            />
          </svg>
        )}
      </div>
      <ol className={css.hopList}>
        {request.hops.map((hop, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hops are only ever appended
          <li key={index}>
            <span className={css.quiet}>+{formatDuration(hop.sent_us - request.invoked_us)}</span>{" "}
            {hopText(hop, world)}
          </li>
        ))}
        {request.hops.length === 0 && <li>Nothing was sent on a link.</li>}
      </ol>
    </section>
  );
}

interface BarProps {
  bar: HopBar;
  request: RequestView;
  world: World;
  width: number;
}

function Bar({ bar, request, world, width }: BarProps) {
  const hop = request.hops[bar.hop];
  if (hop === undefined) return null;
  const type = world.message_types[hop.type];
  const kind = world.kinds[type?.kind ?? 0]?.id ?? "";
  const label = `${type?.label ?? ""} ${nodeId(world, hop.from)} → ${nodeId(world, hop.to)}`;
  const right = bar.x + bar.width;
  const fits = right + label.length * 7 < width;
  const y = bar.row * ROW;
  return (
    <g>
      <rect
        className={cx(css.bar, bar.flying && css.flying)}
        x={bar.x}
        y={y + (ROW - BAR) / 2}
        width={bar.width}
        height={BAR}
        style={{ color: kindColor(kind) }}
      />
      <text
        className={css.barLabel}
        x={fits ? right + 6 : bar.x - 6}
        y={y + ROW / 2}
        dy="0.34em"
        textAnchor={fits ? "start" : "end"}
      >
        {label}
      </text>
    </g>
  );
}

function GapMark({ gap }: { gap: Gap }) {
  const y = Math.max(0, gap.row) * ROW + ROW - 3;
  return (
    <g>
      <line className={css.gap} x1={gap.x} x2={gap.x + gap.width} y1={y} y2={y} />
      {gap.width > LABEL_WIDTH_MIN && (
        <text className={css.gapLabel} x={gap.x + gap.width / 2} y={y - 4} textAnchor="middle">
          waiting {formatDuration(gap.to_us - gap.from_us)}
        </text>
      )}
    </g>
  );
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
    <g className={css.axis} transform={`translate(0,${top})`}>
      <line x2={width} />
      <text y={14}>0</text>
      <text y={14} x={width} textAnchor="end">
        {formatDuration(span_us)}
      </text>
    </g>
  );
}
