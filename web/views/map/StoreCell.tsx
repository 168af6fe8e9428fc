/** One store with the shown range's replica: a button that opens its actions. */

import { blocksIn, LogStrip, stripHeight } from "@/draw/LogStrip";
import { EmptySign, ReplicaSign } from "@/draw/ReplicaSign";
import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { hueColor, isByStore } from "@/model/map/hues";
import { rowPx, SIGN_GAP_PX, SIGN_PX } from "@/model/map/zoneInside";
import { remark } from "@/model/replicaMarks";
import { strongWidth, textWidth } from "@/model/textWidth";
import { LARGE_PX, SMALL_PX } from "@/model/typeSizes";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { Heat } from "./Heat";
import { mapTargetKey, useMap } from "./mapContext";
import { RangeCells } from "./RangeCells";
import css from "./store.module.css";
import { hueOf, isSelected, type StoreView, storeLook } from "./storeLook";
import { wordsOf } from "./storeWords";
import { useStrip } from "./useStrip";
import { leadsNoMajority, type ReplicaState, STATUS_WORDS, storeName } from "./words";

export function StoreCell({ node, lone }: { node: number; lone: boolean }) {
  const { world, layout, opened, stop, open } = useMap();
  const view = useSim((s) =>
    s.frame && s.world === world ? storeLook(world, s.frame, node) : null,
  );
  const range = useSim((s) => s.range);
  const selected = usePage((s) => isSelected(s.selection, node));
  const place = layout.nodes[node];
  if (!place || !view) return null;
  const { rect } = place;
  const mapTarget = { kind: "node", node } as const;
  const ranges = isByStore(world)
    ? t("leads {n} of its {held, plural, one {# range} other {# ranges}}", {
        n: view.leaders,
        held: view.held,
      })
    : "";
  const name = storeName(world, node, view.status, view.replica ? view : null, range);
  return (
    <button
      type="button"
      className={css.store}
      style={{
        left: rect.x,
        top: rect.y,
        width: rect.w,
        height: rect.h,
        color: hueColor(hueOf(world, node, view)),
      }}
      data-node={node}
      data-map-target={mapTargetKey(mapTarget)}
      data-lone={lone}
      tabIndex={stop === mapTargetKey(mapTarget) ? 0 : -1}
      data-density={place.density}
      data-status={view.status}
      data-isolated={view.trouble !== ""}
      data-selected={selected}
      data-broken={view.replica && view.status === "up" && leadsNoMajority(view)}
      aria-label={[name, ranges, view.trouble].filter(Boolean).join(t(", "))}
      aria-haspopup="dialog"
      aria-expanded={opened === mapTargetKey(mapTarget)}
      onClick={(event) => open(mapTarget, event.currentTarget)}
    >
      <Inside node={node} view={view} room={rect} lone={lone} density={place.density} />
      <Heat node={node} />
    </button>
  );
}

interface SmallProps {
  node: number;
  view: StoreView;
  room: { w: number; h: number };
}

interface InsideProps extends SmallProps {
  lone: boolean;
  density: "full" | "medium" | "compact" | "tiny";
}

/** Px that a cell among others keeps free on each side. */
const EDGE_PX = 8;
const ROW_GAP_PX = 1;
const BLOCK_PX = 24;
/** Of the index in a block. */
const NUMBER_PX = 11.5;
/** What the foot of a strip may hang over. */
const SLACK_PX = 7;

function Inside({ node, view, room, lone, density }: InsideProps) {
  const { scale } = useMap();
  if (density === "tiny") return <Tiny view={view} room={room} node={node} />;
  if (density === "compact" && !lone) return <Compact node={node} view={view} room={room} />;
  const { edge, width, row, left } = insideOf(room, lone, scale);
  return (
    <span className={css.full} style={{ padding: `0 ${edge}px` }}>
      <Row node={node} view={view} lone={lone} room={width} height={row} />
      {view.status !== "crashed" || view.replica ? (
        <Log node={node} view={view} width={width} height={left} />
      ) : null}
    </span>
  );
}

interface RowProps {
  node: number;
  view: StoreView;
  lone: boolean;
  /** Px across, and its height at normal type. */
  room: number;
  height: number;
}

/** The sign, the store's name or room for its zone's, and what it does. */
function Row({ node, view, lone, room, height }: RowProps) {
  const { world, scale } = useMap();
  const id = world.nodes[node]?.id ?? "";
  const zone = world.zones[world.nodes[node]?.zone ?? 0]?.id ?? "";
  const sign = SIGN_PX * scale;
  const namePx = lone
    ? strongWidth(zone, LARGE_PX * NAME_SIZE * scale) + 2
    : strongWidth(id, LARGE_PX * scale);
  const shown = Math.min(sign, height * scale);
  const left = room - sign - (SIGN_GAP_PX + WORD_GAP_PX) * scale - namePx;
  return (
    <span className={css.row} style={{ height: height * scale, gap: SIGN_GAP_PX * scale }}>
      <Sign view={view} node={node} size={shown} />
      {lone ? <span style={{ width: namePx + sign - shown }} /> : <b>{id}</b>}
      <Note node={node} view={view} lone={lone} roomPx={left} />
    </span>
  );
}

/** A zone's name on its island, against large type. */
export const NAME_SIZE = 8 / 7;
const WORD_GAP_PX = 8;

function widthOf(text: string, scale: number): number {
  return Math.ceil(textWidth(text, SMALL_PX * scale));
}

interface NoteProps {
  node: number;
  view: StoreView;
  lone: boolean;
  roomPx: number;
}

/** The first of what there is to say that there is room for: words that are cut off say nothing. */
function Note({ node, view, lone, roomPx }: NoteProps) {
  const { world, scale } = useMap();
  const id = lone ? (world.nodes[node]?.id ?? "") : "";
  const bad = view.status !== "up" ? t(STATUS_WORDS[view.status]) : view.trouble;
  const isBroken = view.status === "up" && view.replica && leadsNoMajority(view);
  const said = [
    ...(bad === "" ? [] : [bad]),
    ...(isBroken ? [t("leads nobody")] : []),
    ...wordsOf(world, view, remark(view)),
  ];
  const first = said.find((text) => widthOf(text, scale) <= roomPx);
  const label = first !== undefined && id !== "" ? `${id} ${first}` : (first ?? "");
  const text = widthOf(label, scale) <= roomPx ? label : (first ?? id);
  if (widthOf(text, scale) > roomPx) return null;
  return <span className={bad !== "" || isBroken ? "bad" : css.standing}>{text}</span>;
}

interface LogProps {
  node: number;
  view: StoreView;
  width: number;
  height: number;
}

/** The log of its replica; where there are many ranges, what it holds of them. */
function Log({ node, view, width, height }: LogProps) {
  const { world, scale } = useMap();
  const strip = useStrip(node);
  if (isByStore(world)) return <RangeCells node={node} width={width} height={height} />;
  if (!view.replica || strip === null) return null;
  const block = blockPx(width, strip.window.blocks, scale);
  // Where numbers have no room, the same entries are stretches of their terms.
  const isNumbered = strongWidth(String(strip.window.to), NUMBER_PX * scale) + 4 <= block;
  const near = strip.window.near && isNumbered && height >= stripHeight(true, block) - SLACK_PX;
  if (height < stripHeight(near, block) - SLACK_PX) return null;
  return (
    <LogStrip
      strip={strip.strip}
      window={{ ...strip.window, near }}
      width={Math.min(width, blocksWidth(strip.window.blocks, block))}
      block={block}
    />
  );
}

function blocksWidth(blocks: number, block: number): number {
  return blocks * (block + 2.5) - 2.5;
}

/** What a cell has beside its row of words: px across, and down for its log. */
function insideOf(room: { w: number; h: number }, lone: boolean, scale: number) {
  const edge = lone ? 0 : EDGE_PX;
  const row = rowPx(room.h / scale);
  return { edge, row, width: room.w - 2 * edge, left: room.h - (row + ROW_GAP_PX) * scale };
}

function blockPx(width: number, blocks: number, scale: number): number {
  return Math.min(BLOCK_PX * scale, (width + 2.5) / blocks - 2.5);
}

/** Whether a cell has the height for a log as a whole, and none for its blocks. */
export function isLowFor(
  blocks: number,
  room: { w: number; h: number },
  lone: boolean,
  scale: number,
): boolean {
  const { width, left } = insideOf(room, lone, scale);
  const block = blockPx(width, blocks, scale);
  const needs = (near: boolean) => stripHeight(near, block) - SLACK_PX;
  return left >= needs(false) && left < needs(true);
}

/** How many blocks stand in a cell of the least width on the map. */
export function blocksOf(width: number, scale: number): number {
  return Math.min(7, Math.max(4, blocksIn(width, 20 * scale)));
}

/** Smaller, a sign could not be read. */
const SIGN_LEAST_PX = 10;

function Compact({ room, ...store }: SmallProps) {
  const { scale } = useMap();
  return <NamedSign {...store} size={Math.min(SIGN_PX * scale, room.h - 6)} room={room.w - 10} />;
}

function Tiny({ room, ...store }: SmallProps) {
  const { scale } = useMap();
  const size = Math.min(30 * scale, room.h - 4, room.w - 4);
  return size < SIGN_LEAST_PX ? null : <NamedSign {...store} size={size} room={room.w - 8} />;
}

interface NamedSignProps {
  node: number;
  view: StoreView;
  size: number;
  /** Px across for both. */
  room: number;
}

/** A sign, and the store's name where there is room for it. */
function NamedSign({ node, view, size, room }: NamedSignProps) {
  const { world, scale } = useMap();
  const id = world.nodes[node]?.id ?? "";
  return (
    <span className={css.compact}>
      <Sign view={view} node={node} size={size} />
      {size + strongWidth(id, SMALL_PX * scale) <= room && <b>{id}</b>}
    </span>
  );
}

function Sign({ view, node, size }: { view: StoreView; node: number; size: number }) {
  const { world } = useMap();
  if (view.status === "crashed") return <EmptySign size={size} mark="×" />;
  if (!view.replica) return <EmptySign size={size} mark="–" />;
  return (
    <ReplicaSign
      role={view.role}
      hue={hueOf(world, node, view)}
      broken={leadsNoMajority(view)}
      votes={view.votes}
      voters={view.voters}
      silence={view.timeout > 0 ? view.elapsed / view.timeout : 0}
      lease={leaseLeft(view, world)}
      delegate={view.delegate}
      asleep={view.asleep}
      size={size}
    />
  );
}

/** What is left of a leader's lease, against the longest that is safe; null without one. */
function leaseLeft(view: ReplicaState, world: World): number | null {
  if (view.lease === 0) return null;
  return view.leaseLeftUs / (world.election_ticks * world.tick_us);
}
