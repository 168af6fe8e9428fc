/** What stands under the map of a card: the run over time, as its picture tells it. */

import { CAME } from "@/engine/vocabulary";
import type { Rect } from "@/model/map/geometry";
import { hueColor, isByStore, storeHue, termHue } from "@/model/map/hues";
import { ENDED, widthOf } from "@/model/series/buckets";
import { commitLines, officesOf } from "@/model/series/committed";
import type { CardRun } from "./cardRun";
import { box } from "./strokes";

interface LaneProps {
  card: CardRun;
  room: Rect;
}

/** From where the run opens, a little earlier, to where the picture is taken, a little later. */
function stretchOf({ world, frame }: CardRun): (us: number, room: Rect) => number {
  const { from_us } = world.show;
  const lead = Math.max(200_000, (frame.now_us - from_us) * 0.15);
  const from = Math.max(0, from_us - lead);
  const length = Math.max(1, frame.now_us - from);
  return (us, { x, w }) => Math.round(x + (Math.min(Math.max(us - from, 0), length) / length) * w);
}

/** Commit indexes of the leaders, by their own belief: one of two that lead stands still. */
export function CommitCard({ card, room }: LaneProps) {
  const { series, world, frame } = card;
  const at = stretchOf(card);
  const range = world.ranges[0]?.id ?? 0;
  const lines = commitLines(series.leads, series.commits, range, frame.now_us);
  const ends = lines.flatMap(({ steps }) => steps.map(({ index }) => index));
  const [least, most] = [ends[0] ?? 0, Math.max(1, ...ends)];
  const start = lines.flatMap(({ steps }) => steps).findLast(({ us }) => at(us, room) <= room.x);
  const low = start?.index ?? least;
  const yOf = (index: number) =>
    Math.round(room.y + room.h - (Math.max(0, index - low) / Math.max(1, most - low)) * room.h);
  return (
    <g fill="none" strokeWidth="5" strokeLinejoin="round">
      {lines.map(({ term, steps, toUs }) => {
        const points = thinned(steps.filter(({ us }) => at(us, room) > room.x || us === start?.us));
        const path = points.map(({ us, index }) => `${at(us, room)} ${yOf(index)}`).join("L");
        const end = `H${at(toUs, room)}`;
        return (
          points.length > 0 && (
            <path key={term} stroke={hueColor(termHue(term))} d={`M${path}${end}`} />
          )
        );
      })}
      <Old card={card} room={{ ...room, y: room.y + room.h + 10, h: 12 }} />
    </g>
  );
}

const POINTS_MAX = 24;

function thinned<T>(all: readonly T[]): T[] {
  const every = Math.max(1, Math.ceil(all.length / POINTS_MAX));
  return all.filter((_, i) => i % every === 0 || i === all.length - 1);
}

/** A stroke for each old answer. */
function Old({ card, room }: LaneProps) {
  const { at_us, came } = card.series.completions.columns;
  const at = stretchOf(card);
  const xs = new Set<number>();
  at_us.forEach((us, row) => {
    const how = CAME[came[row] ?? 0];
    if ((how === "stale" || how === "broken") && us <= card.frame.now_us)
      xs.add(Math.round(at(us, room) / 8) * 8);
  });
  if (xs.size === 0) return null;
  const d = [...xs].map((x) => `M${x} ${room.y}v${room.h}`).join("");
  return <path stroke="var(--bad)" strokeWidth="4" d={d} />;
}

/** Who led what, when: a line for each range, or for each store of the one range. */
export function LeadersCard({ card, room }: LaneProps) {
  const { world, series, frame } = card;
  const at = stretchOf(card);
  const byStore = isByStore(world);
  const stores = world.nodes.filter(({ kind }) => kind === "store").map(({ index }) => index);
  const known = [...new Set(series.leads.columns.range)];
  const every = Math.ceil(known.length / RANGES_MAX);
  const ranges = known.filter((_, i) => i % every === 0);
  const rows = byStore ? ranges : stores;
  const step = room.h / Math.max(1, rows.length);
  const paths = new Map<string, string>();
  for (const range of ranges)
    for (const { node, term, fromUs, toUs } of officesOf(series.leads, range, frame.now_us)) {
      const [x, end] = [at(fromUs, room), at(toUs, room)];
      if (end - x < LEAST_PX) continue;
      const row = byStore ? ranges.indexOf(range) : stores.indexOf(node);
      const hue = hueColor(byStore ? storeHue(world, node) : termHue(term));
      const y = Math.round(room.y + (row + 0.5) * step);
      paths.set(hue, `${paths.get(hue) ?? ""}M${x} ${y}H${end}`);
    }
  const width = Math.max(1, Math.min(26, Math.round(step * 0.7 * 10) / 10));
  return (
    <g fill="none" strokeWidth={width}>
      {!byStore && (
        <path
          stroke="var(--line)"
          strokeWidth="2"
          d={rows
            .map((_, i) => `M${room.x} ${Math.round(room.y + (i + 0.5) * step)}h${room.w}`)
            .join("")}
        />
      )}
      {[...paths].map(([hue, d]) => (
        <path key={hue} stroke={hue} d={d} />
      ))}
      <Old card={card} room={{ ...room, y: room.y + room.h + 4, h: 12 }} />
    </g>
  );
}

/** The table at the key moments: cut where it is cut, in the hue of the store that leads each part. */
export function StagesCard({ card, room }: LaneProps) {
  const { world, stages } = card;
  const step = room.h / Math.max(1, stages.length);
  const paths = new Map<string, string>();
  stages.forEach((stage, row) => {
    const ranges = stage.ranges.length > 0 ? stage.ranges : world.ranges;
    const last = Math.max(1, ...ranges.map(({ last_key }) => last_key + 1));
    const xOf = (key: number) => Math.round(room.x + (key / last) * room.w);
    ranges.forEach(({ first_key, last_key }, i) => {
      const hue = hueColor(storeHue(world, stage.range_leaders[i] ?? -1));
      const x = xOf(first_key);
      const cell = { x, y: room.y + row * step, w: xOf(last_key + 1) - x - 3, h: step * 0.74 };
      paths.set(hue, `${paths.get(hue) ?? ""}${box(cell)}`);
    });
  });
  return [...paths].map(([hue, d]) => <path key={hue} fill={hue} d={d} />);
}

/** Of more ranges, every second or third stands for all. */
const RANGES_MAX = 36;

/** Shorter, nobody would see it. */
const LEAST_PX = 3;

const BUCKETS = 56;

/** Requests that ended, green where answered, red where nobody got an answer. */
export function WallCard({ card, room }: LaneProps) {
  const { buckets } = card.series;
  const bucketUs = card.world.series_bucket_us;
  const at = stretchOf(card);
  const width = widthOf(buckets, "ended");
  const sums = Array.from({ length: BUCKETS }, () => ({ ok: 0, none: 0, of: 0 }));
  for (let bucket = 0; bucket < buckets.count; bucket++) {
    const us = (buckets.first + bucket + 0.5) * bucketUs;
    if (us > card.frame.now_us) break;
    const share = (at(us, { ...room, x: 0, w: 10_000 }) / 10_000) * BUCKETS;
    const column = sums[Math.min(BUCKETS - 1, Math.floor(share))];
    if (column === undefined || share === 0) continue;
    column.of += 1;
    for (const [place, how] of ENDED.entries()) {
      const ended = buckets.ended[bucket * width + place] ?? 0;
      if (how === "unanswered") column.none += ended;
      else column.ok += ended;
    }
  }
  // Of each bucket in the mean: columns take in more of them or fewer.
  const counts = sums.map(({ ok, none, of }) => ({
    ok: ok / Math.max(1, of),
    none: none / Math.max(1, of),
  }));
  const most = Math.max(1, ...counts.map(({ ok, none }) => ok + none));
  const step = room.w / BUCKETS;
  const area = (of: (count: { ok: number; none: number }) => number) => {
    const tops = counts.map((count, i) => {
      const y = Math.round(room.y + room.h - (of(count) / most) * room.h);
      return `${Math.round(room.x + i * step)} ${y}H${Math.round(room.x + (i + 1) * step)}`;
    });
    const foot = Math.round(room.y + room.h);
    return `M${room.x} ${foot}L${tops.join("L")}V${foot}z`;
  };
  return (
    <>
      <path fill="var(--bad)" d={area(({ ok, none }) => ok + none)} />
      <path fill="var(--ok)" d={area(({ ok }) => ok)} />
      <path stroke="var(--ink)" strokeWidth="2" d={`M${room.x} ${room.y + room.h}h${room.w}`} />
    </>
  );
}

/** How old what was read was: a red hill over the present. */
export function AgesCard({ card, room }: LaneProps) {
  const { at_us, stale_us, wrote, came } = card.series.completions.columns;
  const at = stretchOf(card);
  const oldest = new Map<number, number>();
  at_us.forEach((us, row) => {
    if (us > card.frame.now_us || wrote[row] === 1 || (came[row] ?? 0) >= CAME.indexOf("failed"))
      return;
    const x = Math.round(at(us, room) / 8) * 8;
    oldest.set(x, Math.max(oldest.get(x) ?? 0, stale_us[row] ?? 0));
  });
  const most = Math.max(1, ...oldest.values());
  const foot = room.y + room.h;
  const bars = [...oldest]
    .filter(([, age]) => age > 0)
    .map(([x, age]) => `M${x} ${foot}V${Math.round(foot - (age / most) * room.h)}`);
  const fresh = [...oldest].filter(([, age]) => age === 0).map(([x]) => `M${x} ${foot}v-6`);
  return (
    <g strokeWidth="6">
      <path stroke="var(--line)" strokeWidth="2" d={`M${room.x} ${foot}h${room.w}`} />
      {bars.length > 0 && <path stroke="var(--bad)" d={bars.join("")} />}
      {fresh.length > 0 && <path stroke="var(--ok)" d={fresh.join("")} />}
    </g>
  );
}
