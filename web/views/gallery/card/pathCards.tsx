/** Cards of ways: what crosses between zones, the copies of one write, and one request in time. */

import type { Frame, World } from "@/engine/types";
import type { Rect } from "@/model/map/geometry";
import { hueColor, termHue } from "@/model/map/hues";
import { newestRequest, type RequestPath } from "@/model/requests/requestPath";
import { formatDuration } from "@/model/units";
import type { CardRun, Seen } from "./cardRun";
import { Words } from "./Figure";
import { type CardPlaces, spotOf } from "./place";

const BAND_MAX = 46;
const BAND_MIN = 3;

interface BandsProps {
  card: CardRun;
  places: CardPlaces;
}

/** As wide as the bytes of the last second; hatched: the other run's. */
export function Bands({ card, places }: BandsProps) {
  const { world, frame, other, id } = card;
  const own = pairsOf(world, frame);
  const theirs = other === null ? [] : pairsOf(world, other.frame);
  const most = Math.max(1, ...own.map(({ bytes }) => bytes), ...theirs.map(({ bytes }) => bytes));
  const lineOf = ({ a, b }: Pair) => {
    const [from, to] = [places.islands[a]?.middle, places.islands[b]?.middle];
    return `M${Math.round(from?.x ?? 0)} ${Math.round(from?.y ?? 0)}L${Math.round(to?.x ?? 0)} ${Math.round(to?.y ?? 0)}`;
  };
  const wide = ({ bytes }: Pair) => Math.max(BAND_MIN, Math.round((bytes / most) * BAND_MAX));
  return (
    <g fill="none">
      {theirs.map((pair) => (
        <path
          key={`${pair.a}-${pair.b}`}
          stroke={`url(#${id}-h)`}
          strokeWidth={wide(pair)}
          d={`${lineOf(pair)}l1 1`}
        />
      ))}
      {own.map((pair) => (
        <path
          key={`${pair.a} ${pair.b}`}
          stroke={pair.isRead ? "var(--rows)" : "var(--term-1)"}
          strokeWidth={wide(pair)}
          d={lineOf(pair)}
        />
      ))}
    </g>
  );
}

/** Slanting lines, for what the other run sends. */
export function Hatch({ id }: { id: string }) {
  return (
    <pattern
      id={`${id}-h`}
      width="9"
      height="9"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <path d="M0 0V9" stroke="var(--rows)" strokeWidth="4" strokeOpacity=".5" />
    </pattern>
  );
}

interface Pair {
  a: number;
  b: number;
  bytes: number;
  /** Most of it is read. */
  isRead: boolean;
}

/** Both directions of each pair of zones, with what crossed lately. */
function pairsOf(world: World, { recent_bytes }: Frame): Pair[] {
  const zones = world.zones.length;
  const kinds = world.kinds.length;
  const read = world.kinds.findIndex(({ id }) => id === "read");
  const of = (from: number, to: number, kind: number) =>
    recent_bytes[(from * zones + to) * kinds + kind] ?? 0;
  const pairs: Pair[] = [];
  for (let a = 0; a < zones; a++)
    for (let b = a + 1; b < zones; b++) {
      let bytes = 0;
      for (let kind = 0; kind < kinds; kind++) bytes += of(a, b, kind) + of(b, a, kind);
      const reads = of(a, b, read) + of(b, a, read);
      if (bytes > 0) pairs.push({ a, b, bytes, isRead: reads * 2 > bytes });
    }
  return pairs;
}

const COPY = "append";

/** Copies of the newest write from store to store: dark where they cross, pale within a zone. */
export function Copies({ card, places }: BandsProps) {
  const { world, other, id } = card;
  const own = copiesOf(card);
  const theirs = other === null ? [] : copiesOf(other).filter(({ crosses }) => crosses);
  const line = ({ from, to }: Copy) => {
    const [a, b] = [spotOf(world, places, from), spotOf(world, places, to)];
    return `M${a.x} ${a.y}L${b.x} ${b.y}`;
  };
  const all = (copies: Copy[]) => copies.map(line).join("");
  return (
    <g fill="none" strokeLinecap="round">
      {theirs.length > 0 && (
        <path stroke={`url(#${id}-h)`} strokeWidth="13" d={all(theirs).replace(/$/, "l1 1")} />
      )}
      <path stroke="var(--term-1-mid)" strokeWidth="7" d={all(own.filter((one) => !one.crosses))} />
      <path stroke="var(--term-1)" strokeWidth="6" d={all(own.filter((one) => one.crosses))} />
    </g>
  );
}

interface Copy {
  from: number;
  to: number;
  crosses: boolean;
}

/** The newest that has ended, or else the newest. */
function wholeRequest({ world, frame }: Seen): RequestPath | null {
  const requests = frame.requests.filter(({ completed_us }) => completed_us !== null);
  return newestRequest(world, { ...frame, requests }) ?? newestRequest(world, frame);
}

function copiesOf(run: Seen): Copy[] {
  const { world } = run;
  const hops = wholeRequest(run)?.hops ?? [];
  const seen = new Set<string>();
  return hops.flatMap(({ kind, from, to }) => {
    if (kind !== COPY || seen.has(`${from} ${to}`)) return [];
    seen.add(`${from} ${to}`);
    return [{ from, to, crosses: world.nodes[from]?.zone !== world.nodes[to]?.zone }];
  });
}

/** How many copies cross: in the other run, and in this one. */
export function copiesText(card: CardRun): string {
  const crossing = (seen: Seen) => copiesOf(seen).filter(({ crosses }) => crosses).length;
  const own = crossing(card);
  return card.other === null ? String(own) : `${crossing(card.other)} → ${own}`;
}

/** One request of each run in time: zones as lines, messages between them. */
export function Requests({ card, room }: { card: CardRun; room: Rect }) {
  const runs = [card.other, card].flatMap((seen) => {
    const path = seen === null ? null : wholeRequest(seen);
    return seen === null || path === null ? [] : [{ seen, path }];
  });
  const longest = Math.max(1, ...runs.map(({ path, seen }) => tookUs(path, seen.frame)));
  const zones = [...new Set(runs.flatMap(({ path }) => path.zones))].sort((a, b) => a - b);
  const each = room.h / Math.max(1, runs.length);
  return runs.map(({ seen, path }, i) => (
    <OneRequest
      key={seen.world.variant}
      seen={seen}
      path={path}
      zones={zones}
      longest={longest}
      room={{ ...room, y: room.y + i * each, h: each }}
    />
  ));
}

interface OneRequestProps {
  seen: Seen;
  path: RequestPath;
  zones: readonly number[];
  longest: number;
  room: Rect;
}

const OF_TERM = [COPY, "ack"];
const ASKED = ["read_index", "tso", "vote"];
const TIME_PX = 42;

function OneRequest({ seen: { world, frame }, path, zones, longest, room }: OneRequestProps) {
  const title = world.variants.find(({ id }) => id === world.variant)?.title ?? "";
  const top = room.y + (title === "" ? 14 : 40);
  const step = (room.y + room.h - 16 - top) / Math.max(1, zones.length - 1);
  const xOf = (us: number) =>
    Math.round(room.x + ((us - path.request.invoked_us) / longest) * (room.w - 170));
  const yOf = (node: number) =>
    Math.round(top + zones.indexOf(world.nodes[node]?.zone ?? -1) * step);
  const lines = new Map<string, string>();
  const endUs = path.request.invoked_us + tookUs(path, frame);
  for (const { from, to, sentUs, arriveUs, kind, reach } of path.hops) {
    // What goes on after the answer nobody waited for.
    if (arriveUs > endUs) continue;
    const [y1, y2] = [yOf(from), yOf(to)];
    if (y1 === y2) continue;
    const stroke = ASKED.includes(kind)
      ? "var(--index)"
      : OF_TERM.includes(kind)
        ? hueColor(termHue(frame.replicas.term[0] ?? 1))
        : "var(--ink)";
    const end = `${xOf(arriveUs)} ${Math.round(y1 + (y2 - y1) * reach)}`;
    lines.set(stroke, `${lines.get(stroke) ?? ""}M${xOf(sentUs)} ${y1}L${end}`);
  }
  return (
    <g fill="none" strokeWidth="5" strokeLinecap="round">
      <path
        stroke="var(--line)"
        strokeWidth="2"
        d={zones.map((_, i) => `M${room.x} ${Math.round(top + i * step)}h${room.w}`).join("")}
      />
      {[...lines].map(([stroke, d]) => (
        <path key={stroke} stroke={stroke} d={d} />
      ))}
      {title !== "" && (
        <Words x={room.x} y={Math.round(room.y + 18)} text={title} fill="var(--ink)" />
      )}
      <text
        x={room.x + room.w}
        y={Math.round(top + (step * (zones.length - 1)) / 2 + 10)}
        textAnchor="end"
        fontFamily="var(--serif)"
        fontSize={TIME_PX}
        fill="var(--ink)"
      >
        {formatDuration(tookUs(path, frame))}
      </text>
    </g>
  );
}

function tookUs({ request, hops, doneUs }: RequestPath, { now_us }: Frame): number {
  if (doneUs !== null) return doneUs - request.invoked_us;
  return Math.max(now_us, ...hops.map(({ arriveUs }) => arriveUs)) - request.invoked_us;
}
