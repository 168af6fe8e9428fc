/** One request of one run: rows, messages, the instant that is shown, and where its time went. */

import type { ScaleLinear } from "d3-scale";
import type { Frame, World } from "@/engine/types";
import { t } from "@/language/words";
import { kindColor } from "@/model/kinds";
import { hueColor, termHue } from "@/model/map/hues";
import type { Hop, RequestPath } from "@/model/requests/requestPath";
import { textWidth } from "@/model/textWidth";
import { SMALL_PX } from "@/model/typeSizes";
import { formatCount, formatDuration } from "@/model/units";
import { usePage } from "@/session/pageStore";
import css from "./request.module.css";
import type { Places, Rows } from "./requestRows";

const TOP_PX = 24;
const FOOT_PX = 34;
/** Of the run's name, where no figure stands beside it to bear it. */
const NAME_PX = 16;
/** Lower pictures tell no parts of the time. */
const PARTS_PX_MIN = 120;
/** What words may hang over the part that they are of. */
const OVER_PX = 8;
/** Replication wears the hue of its term. */
const COPY = "append";
const OF_TERM: readonly string[] = [COPY, "ack"];
/** And what is asked of others before a read is answered a colour of its own. */
const ASKED: readonly string[] = ["read_index", "tso", "vote", "snapshot"];

interface RequestPictureProps {
  world: World;
  path: RequestPath;
  frame: Frame;
  places: Places;
  rows: Rows;
  x: ScaleLinear<number, number>;
  namesPx: number;
  roomPx: number;
  /** Of type, against normal. */
  scale: number;
  height: number;
  figure: boolean;
  /** Of the run, where there are two. */
  name: string;
  isGhost?: boolean;
}

/** Half of the widest: nearer to the end it stands left of its line. */
const TICK_PX = 22;
/** Ticks of a wide picture; a narrow one has as many as there is room for. */
const TICKS = 5;

export function RequestPicture(props: RequestPictureProps) {
  const { world, path, frame, places, rows, x, namesPx, roomPx, height, figure, name } = props;
  const { isGhost = false, scale } = props;
  const zero = path.request.invoked_us;
  const hasParts = height >= PARTS_PX_MIN * scale && rows === "zones";
  const ownName = figure ? "" : name;
  // The axis above is that of both.
  const hasTicks = ownName === "" || !isGhost;
  const headPx = ownName === "" ? 0 : NAME_PX * scale;
  const top = (hasTicks ? TOP_PX * scale : 6) + headPx;
  const bottom = height - (hasParts ? FOOT_PX * scale : 6);
  const rowPx = (bottom - top) / Math.max(1, places.ids.length);
  const yOf = (row: number) => top + (row + 0.5) * rowPx;
  const at = {
    x: (us: number) => x(us - zero),
    yOf: (node: number) => yOf(places.rowOf(node)),
  };
  const nowUs = frame.now_us;
  const crosses = ({ from, to }: Hop) => world.nodes[from]?.zone !== world.nodes[to]?.zone;
  return (
    <div className={css.one} data-ghost={isGhost} data-testid="request">
      <svg className="stays type-1" width={namesPx + roomPx} height={height} aria-hidden>
        {ownName !== "" && (
          <text className={css.run} y={12 * scale}>
            {ownName}
          </text>
        )}
        <g
          transform={`translate(${namesPx},0)`}
          style={{ color: hueColor(termHue(termOf(path, frame))) }}
        >
          {ticksOf(x, roomPx, scale).map((us) => (
            <g key={us} transform={`translate(${x(us)},0)`}>
              <line className="drawn-line" y1={top - 4} y2={bottom} />
              {hasTicks && (
                <text
                  className={css.tick}
                  y={headPx + 12 * scale}
                  data-last={x(us) > roomPx - TICK_PX * scale}
                >
                  {us === 0 ? t("0 ms") : formatDuration(us)}
                </text>
              )}
            </g>
          ))}
          {places.ids.map((id, row) => (
            <g key={id} transform={`translate(0,${yOf(row)})`}>
              <line className={css.row} x2={roomPx} />
              <text className={css.name} x={-12} data-leads={places.isOf(id, path.server)}>
                {places.nameOf(id)}
              </text>
            </g>
          ))}
          {path.hops.map((hop, i) => (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: of two alike the place tells which
              key={i}
              hop={hop}
              isPale={rows === "nodes" && !crosses(hop)}
              nowUs={nowUs}
              {...at}
            />
          ))}
          {hasParts && <Parts path={path} nowUs={nowUs} x={at.x} y={bottom + 4} scale={scale} />}
          {nowUs >= zero && x(nowUs - zero) <= roomPx && (
            <path className={css.now} d={`M${x(nowUs - zero)} ${top - 6}V${bottom}`} />
          )}
        </g>
      </svg>
      {figure && rows === "zones" && (
        <Figure path={path} nowUs={nowUs} name={name} isSmall={!hasParts} />
      )}
      {figure && rows === "nodes" && (
        <Copies
          n={path.hops.filter((hop) => hop.kind === COPY && crosses(hop)).length}
          name={name}
        />
      )}
    </div>
  );
}

/** No two of them touch. */
function ticksOf(x: ScaleLinear<number, number>, roomPx: number, scale: number): number[] {
  const most = Math.floor(roomPx / (2.5 * TICK_PX * scale));
  return x.ticks(Math.max(1, Math.min(TICKS, most)));
}

interface LineProps {
  hop: Hop;
  /** It stays inside a zone. */
  isPale: boolean;
  nowUs: number;
  x: (us: number) => number;
  yOf: (node: number) => number;
}

/** As far as it has come by now; the rest is faint. */
function Line({ hop, isPale, nowUs, x, yOf }: LineProps) {
  const [x1, y1] = [x(hop.sentUs), yOf(hop.from)];
  const [x2, y2] = [x(hop.arriveUs), y1 + (yOf(hop.to) - y1) * hop.reach];
  if (y1 === y2) return null;
  const isLost = hop.reach < 1 && nowUs >= hop.arriveUs;
  const whole = hop.arriveUs - hop.sentUs;
  const share = Math.min(1, Math.max(0, (nowUs - hop.sentUs) / Math.max(1, whole)));
  const kind = OF_TERM.includes(hop.kind) ? hop.kind : "client";
  const style = ASKED.includes(hop.kind) ? { stroke: kindColor(hop.kind) } : undefined;
  const at = { x: x1 + (x2 - x1) * share, y: y1 + (y2 - y1) * share };
  const look = { className: css.line, "data-kind": kind, "data-pale": isPale, style };
  return (
    <>
      <path {...look} data-ahead={true} d={`M${x1} ${y1}L${x2} ${y2}`} />
      <path {...look} d={`M${x1} ${y1}L${at.x} ${at.y}`} />
      {isLost && <path className={css.lost} d={`M${x2 - 5} ${y2 - 5}l10 10m0-10l-10 10`} />}
    </>
  );
}

interface PartsProps {
  path: RequestPath;
  nowUs: number;
  x: (us: number) => number;
  y: number;
  scale: number;
}

/** To the store, until it may answer, and back. */
function Parts({ path, nowUs, x, y, scale }: PartsProps) {
  const { request, isWrite, arrivedUs, answeredUs, doneUs } = path;
  const there = { time: span(request.invoked_us, arrivedUs) };
  const until = { time: span(arrivedUs, answeredUs) };
  const parts = [
    {
      from: request.invoked_us,
      to: arrivedUs,
      text: isWrite ? t("{time} to the leader", there) : t("{time} there", there),
    },
    {
      from: arrivedUs,
      to: answeredUs,
      text: isWrite
        ? t("{time} until a majority has it", until)
        : t("{time} until it may answer", until),
    },
    { from: answeredUs, to: doneUs, text: t("{time} back", { time: span(answeredUs, doneUs) }) },
  ];
  return parts.map(({ from, to, text }) => {
    if (from === null || to === null || to - from < 1_000) return null;
    const [x1, x2] = [x(from) + 2, x(to) - 2];
    return (
      <g key={text} className={css.part} data-over={nowUs >= to}>
        <path d={`M${x1} ${y}v6H${x2}v-6`} />
        <text x={(x1 + x2) / 2} y={y + 8 + 14 * scale}>
          {textWidth(text, SMALL_PX * scale) <= x2 - x1 + OVER_PX ? text : span(from, to)}
        </text>
      </g>
    );
  });
}

interface FigureProps {
  path: RequestPath;
  nowUs: number;
  name: string;
  isSmall: boolean;
}

function Figure({ path, nowUs, name, isSmall }: FigureProps) {
  const { request, isWrite, doneUs } = path;
  const isDone = doneUs !== null && doneUs <= nowUs;
  const waitedUs = (isDone ? doneUs : nowUs) - request.invoked_us;
  const [figure = "", unit = ""] = formatDuration(waitedUs).split(" ");
  const took = isWrite ? t("This write took") : t("This request took");
  const waits = isWrite ? t("This write waits") : t("This request waits");
  return (
    <div className={css.figure} data-small={isSmall}>
      <b>{name !== "" ? name : isDone ? took : waits}</b>
      <span className={css.large}>
        {figure} <small>{unit}</small>
      </span>
      {name === "" ? (
        <span>{request.value}</span>
      ) : !isDone ? (
        <span>{waits}</span>
      ) : (
        request.round_trips > 0 && (
          <span>
            {t("{n, plural, one {# round trip} other {# round trips}} between zones", {
              n: request.round_trips,
            })}
          </span>
        )
      )}
    </div>
  );
}

/** How many copies of the write leave their zone. */
function Copies({ n, name }: { n: number; name: string }) {
  // A lesson asks, and nobody has answered yet.
  const hideVerdicts = usePage((state) => state.hideVerdicts);
  if (hideVerdicts) return null;
  return (
    <div className={css.figure} data-copies="">
      {name !== "" && <b>{name}</b>}
      <span className={css.large}>{formatCount(n)}</span>
      <span>{t("{n, plural, one {copy crosses} other {copies cross}}", { n })}</span>
    </div>
  );
}

function span(from: number | null, to: number | null): string {
  return from === null || to === null ? "" : formatDuration(to - from);
}

/** Of the term in which its store stands. */
function termOf({ server }: RequestPath, { replicas }: Frame): number {
  return server === null ? 0 : (replicas.term[replicas.node.indexOf(server)] ?? 0);
}
