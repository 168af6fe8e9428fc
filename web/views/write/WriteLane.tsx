/**
 * One write as a lane: cities as rows, messages as lines between them, the time that has not come
 * yet left open; and where its time goes.
 */

import { scaleLinear } from "d3-scale";
import { useRef } from "react";
import type { Frame } from "@/engine/types";
import { t } from "@/language/words";
import { hueColor, termHue } from "@/model/map/hues";
import { textWidth } from "@/model/textWidth";
import { SMALL_PX } from "@/model/typeSizes";
import { formatDuration } from "@/model/units";
import { useSim } from "@/session/simStore";
import { useHeight, useWidth } from "@/ui/useWidth";
import css from "./write.module.css";
import { newestWrite, type WritePath } from "./writePath";

const NAMES_PX = 110;
const FIGURE_PX = 190;
const TOP_PX = 24;
const FOOT_PX = 34;
/** Beyond its end, so that what happens last has room. */
const BEYOND = 1.08;
/** What words may hang over the part that they are of. */
const OVER_PX = 8;
const ASIDE = ["append", "ack"];

export function WriteLane() {
  const body = useRef<HTMLDivElement>(null);
  const width = useWidth(body);
  const height = useHeight(body);
  return (
    <div ref={body} className={css.lane} data-testid="write-lane">
      {width > 0 && height > 0 && <Picture width={width} height={height} />}
    </div>
  );
}

function Picture({ width, height }: { width: number; height: number }) {
  const world = useSim((s) => s.world);
  const frame = useSim((s) => s.frame);
  const path = world && frame ? newestWrite(world, frame) : null;
  if (world === null || frame === null) return null;
  if (path === null) return <p className={css.none}>{t("No write yet.")}</p>;
  const isNarrow = width < 620;
  const namesPx = isNarrow ? 76 : NAMES_PX;
  const roomPx = width - namesPx - (isNarrow ? 12 : FIGURE_PX);
  const zero = path.request.invoked_us;
  const x = scaleLinear([0, lengthUs(path, frame) * BEYOND], [0, roomPx]);
  const rowPx = (height - TOP_PX - FOOT_PX) / Math.max(1, path.zones.length);
  const yOf = (zone: number) => TOP_PX + (path.zones.indexOf(zone) + 0.5) * rowPx;
  const term = termOf(path, frame.replicas);
  const place = {
    x: (us: number) => x(us - zero),
    yOf: (node: number) => yOf(world.nodes[node]?.zone ?? 0),
  };
  const nowUs = frame.now_us;
  return (
    <>
      <svg className={css.picture} width={namesPx + roomPx} height={height} role="img">
        <title>{sentence(path)}</title>
        <g transform={`translate(${namesPx},0)`} style={{ color: hueColor(termHue(term)) }}>
          {x.ticks(5).map((us) => (
            <g key={us} transform={`translate(${x(us)},0)`}>
              <line className={css.grid} y1={TOP_PX - 4} y2={height - FOOT_PX} />
              <text className={css.tick} y={12}>
                {us === 0 ? t("0 ms") : formatDuration(us)}
              </text>
            </g>
          ))}
          {path.zones.map((zone) => (
            <g key={zone} transform={`translate(0,${yOf(zone)})`}>
              <line className={css.row} x2={roomPx} />
              <text className={css.name} x={-12} data-leads={isLeaders(world, path, zone)}>
                {world.zones[zone]?.id}
              </text>
            </g>
          ))}
          {path.hops.map((hop) => (
            <Line key={`${hop.from}-${hop.to}-${hop.sentUs}`} hop={hop} nowUs={nowUs} {...place} />
          ))}
          <Parts path={path} nowUs={nowUs} x={place.x} y={height - FOOT_PX + 4} />
          {nowUs >= zero && x(nowUs - zero) <= roomPx && (
            <path className={css.now} d={`M${x(nowUs - zero)} ${TOP_PX - 6}V${height - FOOT_PX}`} />
          )}
        </g>
      </svg>
      {!isNarrow && <Figure path={path} nowUs={nowUs} />}
    </>
  );
}

/** As long as it is known to take, and no shorter than the one before it: the axis stands still. */
function lengthUs({ request, hops, doneUs }: WritePath, { requests }: Frame): number {
  const latest = Math.max(...hops.map(({ arriveUs }) => arriveUs), doneUs ?? 0);
  const before = requests.findLast(
    ({ workload, completed_us }) => workload === request.workload && completed_us !== null,
  );
  const known = before === undefined ? 0 : (before.completed_us ?? 0) - before.invoked_us;
  return Math.max(1, latest - request.invoked_us, known);
}

interface LineProps {
  hop: WritePath["hops"][number];
  nowUs: number;
  x: (us: number) => number;
  yOf: (node: number) => number;
}

/** As far as it has come by now; the rest is faint. */
function Line({ hop, nowUs, x, yOf }: LineProps) {
  const [x1, y1] = [x(hop.sentUs), yOf(hop.from)];
  const [x2, y2] = [x(hop.arriveUs), y1 + (yOf(hop.to) - y1) * hop.reach];
  if (y1 === y2) return null;
  const isLost = hop.reach < 1 && nowUs >= hop.arriveUs;
  const whole = hop.arriveUs - hop.sentUs;
  const share = Math.min(1, Math.max(0, (nowUs - hop.sentUs) / Math.max(1, whole)));
  const kind = ASIDE.includes(hop.kind) ? hop.kind : "client";
  const at = { x: x1 + (x2 - x1) * share, y: y1 + (y2 - y1) * share };
  return (
    <>
      <path
        className={css.line}
        data-kind={kind}
        data-ahead={true}
        d={`M${x1} ${y1}L${x2} ${y2}`}
      />
      <path className={css.line} data-kind={kind} d={`M${x1} ${y1}L${at.x} ${at.y}`} />
      {isLost && <path className={css.lost} d={`M${x2 - 5} ${y2 - 5}l10 10m0-10l-10 10`} />}
    </>
  );
}

interface PartsProps {
  path: WritePath;
  nowUs: number;
  x: (us: number) => number;
  y: number;
}

/** To the leader, until another has it, and back. */
function Parts({ path, nowUs, x, y }: PartsProps) {
  const { request, arrivedUs, safeUs, doneUs } = path;
  const parts = [
    {
      from: request.invoked_us,
      to: arrivedUs,
      text: t("{time} to the leader", { time: span(request.invoked_us, arrivedUs) }),
    },
    {
      from: arrivedUs,
      to: safeUs,
      text: t("{time} until a majority has it", { time: span(arrivedUs, safeUs) }),
    },
    { from: safeUs, to: doneUs, text: t("{time} back", { time: span(safeUs, doneUs) }) },
  ];
  return parts.map(({ from, to, text }) => {
    if (from === null || to === null || to - from < 1_000) return null;
    const [x1, x2] = [x(from) + 2, x(to) - 2];
    return (
      <g key={text} className={css.part} data-over={nowUs >= to}>
        <path d={`M${x1} ${y}v6H${x2}v-6`} />
        <text x={(x1 + x2) / 2} y={y + 22}>
          {textWidth(text, SMALL_PX) <= x2 - x1 + OVER_PX ? text : span(from, to)}
        </text>
      </g>
    );
  });
}

function Figure({ path, nowUs }: { path: WritePath; nowUs: number }) {
  const { request, doneUs } = path;
  const isDone = doneUs !== null && doneUs <= nowUs;
  const [figure = "", unit = ""] = formatDuration(
    (isDone ? doneUs : nowUs) - request.invoked_us,
  ).split(" ");
  return (
    <div className={css.figure}>
      <b>{isDone ? t("This write took") : t("This write waits")}</b>
      <span className={css.large}>
        {figure} <small>{unit}</small>
      </span>
      <span>{request.value}</span>
    </div>
  );
}

function span(from: number | null, to: number | null): string {
  return from === null || to === null ? "" : formatDuration(to - from);
}

function sentence({ request, doneUs }: WritePath): string {
  const time = formatDuration((doneUs ?? request.invoked_us) - request.invoked_us);
  return t("One write, message by message: {time}", { time });
}

function isLeaders(
  world: { nodes: readonly { zone: number }[] },
  { leader }: WritePath,
  zone: number,
) {
  return leader !== null && world.nodes[leader]?.zone === zone;
}

function termOf(
  { leader }: WritePath,
  replicas: { node: Uint32Array; term: Float64Array },
): number {
  return leader === null ? 0 : (replicas.term[replicas.node.indexOf(leader)] ?? 0);
}
