/** The chosen request under a lens: message by message, on a time axis of its own. */

import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { RequestView, World } from "@/engine/types";
import { t } from "@/language/words";
import { kindColor } from "@/model/kinds";
import type { Segment } from "@/model/requests/attempt";
import { SEGMENTS } from "@/model/requests/segments";
import { sentUs } from "@/model/requests/sent";
import { hopText, nodeId, whatText } from "@/model/requests/words";
import { durationFigure, formatDuration } from "@/model/units";
import { type Chosen, useChosen } from "@/session/useChosen";
import { widthOf } from "./Bands";
import type { LaneProps, LaneWords } from "./lane";
import css from "./series.module.css";

const GLASS_PX = 10;
const WAIT_PX = 7;
/** About the width of a letter. */
const LETTER_PX = 6.4;

/** What the record tells of the chosen request; from when on, its dot says. */
function useLens({ world, own, request }: LaneWords): Chosen | undefined {
  return useChosen(request ?? 0, world, sentUs(own, request ?? 0));
}

export function LensPicture(props: LaneProps) {
  const { world, own, x, width, height } = props;
  const chosen = useLens(props);
  if (chosen === undefined) return null;
  const rows = lensRows(chosen, own.frame.now_us);
  const { nodes, fromUs, toUs } = rows;
  const within = scaleLinear([fromUs, toUs], [0, width]);
  const pitch = (height - GLASS_PX) / nodes.length;
  const y = (row: number) => GLASS_PX + (row + 0.5) * pitch;
  return (
    <g data-request={chosen.view.id}>
      <Glass {...{ x, fromUs, toUs, width, height }} />
      {nodes.map((node, row) => (
        <g key={node}>
          <line className="drawn-line" x2={width} y1={y(row)} y2={y(row)} />
          <text className="drawn-words" x={-6} y={y(row)} dy="0.32em" textAnchor="end">
            {nodeId(world, node)}
          </text>
        </g>
      ))}
      {rows.hops.map((hop) => (
        <line
          key={`${hop.sent_us} ${hop.from} ${hop.to} ${hop.type}`}
          className={css.hop}
          style={{ stroke: hopColor(world, hop.type) }}
          x1={within(hop.sent_us)}
          y1={y(nodes.indexOf(hop.from))}
          x2={Math.min(width, within(hop.arrive_us))}
          y2={y(nodes.indexOf(hop.to))}
        >
          <title>{hopText(hop, world)}</title>
        </line>
      ))}
      {rows.waits.map((wait) => (
        <WaitBar key={wait.segment.from_us} {...{ wait, within, y }} />
      ))}
    </g>
  );
}

interface GlassProps extends Pick<LaneProps, "x" | "width" | "height"> {
  fromUs: number;
  toUs: number;
}

/** From where the request lies on the lanes' axis to the whole width. */
function Glass({ x, fromUs, toUs, width, height }: GlassProps) {
  const at = (us: number) => Math.min(width, Math.max(0, x(us)));
  const [left, right] = [at(fromUs), Math.max(at(fromUs) + 1, at(toUs))];
  return (
    <path
      className={css.glass}
      d={`M${left} 0H${right}L${width} ${GLASS_PX}V${height}H0V${GLASS_PX}z`}
    />
  );
}

interface WaitBarProps {
  wait: Wait;
  within: ScaleLinear<number, number>;
  y: (row: number) => number;
}

/** Named where there is room for it. */
function WaitBar({ wait: { segment, row }, within, y }: WaitBarProps) {
  const { name, role } = SEGMENTS[segment.kind];
  const left = within(segment.from_us);
  const long = within(segment.to_us) - left;
  const text = t("{time}: {name}", { time: formatDuration(lengthOf(segment)), name: t(name) });
  return (
    <g data-wait={segment.kind}>
      <title>{text}</title>
      <rect
        x={left}
        y={y(row) - WAIT_PX / 2}
        width={Math.max(1, long)}
        height={WAIT_PX}
        style={{ fill: `var(--${role})` }}
      />
      {long > widthOf(text) * LETTER_PX && (
        <text className={css.waitName} x={left + long / 2} y={y(row)} dy="-0.5em">
          {text}
        </text>
      )}
    </g>
  );
}

function hopColor(world: World, type: number): string {
  return kindColor(world.kinds[world.message_types[type]?.kind ?? -1]?.id ?? "");
}

export function LensFigure(props: LaneProps) {
  const chosen = useLens(props);
  if (chosen === undefined) return <span>{t("recording…")}</span>;
  const rows = lensRows(chosen, props.own.frame.now_us);
  const figure = durationFigure(rows.toUs - rows.fromUs);
  const longest = longestWait(rows);
  return (
    <>
      <strong>
        {figure.value} <small>{figure.unit}</small>
      </strong>
      <span>
        {chosen.view.completed_us === null
          ? t("{what}, still waiting", { what: whatText(chosen.view) })
          : whatText(chosen.view)}
      </span>
      {longest !== undefined && (
        <span>
          {t("{time}: {name}", {
            time: formatDuration(lengthOf(longest)),
            name: t(SEGMENTS[longest.kind].name),
          })}
        </span>
      )}
    </>
  );
}

export function LensWords(props: LaneWords) {
  const chosen = useLens(props);
  if (chosen === undefined) return t("it is being recorded.");
  return lensWords(lensRows(chosen, props.own.frame.now_us), chosen, props.world);
}

function lensWords({ hops, waits }: LensRows, { view }: Chosen, world: World): string {
  const parts = [
    ...hops.map((hop) => ({ us: hop.sent_us, text: hopText(hop, world) })),
    ...waits.map(({ segment }) => ({
      us: segment.from_us,
      text: t("{part} at {node}, {time}", {
        part: t(SEGMENTS[segment.kind].name),
        node: nodeId(world, segment.node),
        time: formatDuration(lengthOf(segment)),
      }),
    })),
  ].sort((a, b) => a.us - b.us);
  return t("{what}: {parts}.", {
    what: whatText(view),
    parts: parts.map(({ text }) => text).join(t("; ")),
  });
}

type Hop = RequestView["hops"][number];

interface Wait {
  segment: Segment;
  row: number;
}

interface LensRows {
  nodes: number[];
  fromUs: number;
  toUs: number;
  hops: Hop[];
  /** What it waited for in a node; what it spent on a link is the message's own. */
  waits: Wait[];
}

function lensRows({ view, segments }: Chosen, nowUs: number): LensRows {
  const nodes = [view.node];
  for (const { from, to } of view.hops)
    for (const node of [from, to]) if (!nodes.includes(node)) nodes.push(node);
  const fromUs = view.invoked_us;
  const toUs = Math.max(fromUs + 1, view.completed_us ?? nowUs);
  const waits = segments
    .filter(({ sender }) => sender === undefined)
    .map((segment) => ({ segment, row: nodes.indexOf(segment.node) }))
    .filter(({ row }) => row >= 0);
  return { nodes, fromUs, toUs, hops: view.hops.filter(({ sent_us }) => sent_us <= toUs), waits };
}

function longestWait({ waits }: LensRows): Segment | undefined {
  let longest: Segment | undefined;
  for (const { segment } of waits)
    if (longest === undefined || lengthOf(segment) > lengthOf(longest)) longest = segment;
  return longest;
}

function lengthOf({ from_us, to_us }: Segment): number {
  return to_us - from_us;
}
