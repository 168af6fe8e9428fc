/** Which request each gateway shows, and where its card hangs and covers nothing. */
import type { Frame, RequestView, World } from "@/engine/types";
import {
  centreOf,
  inset,
  overlapArea,
  overlaps,
  type Point,
  type Rect,
} from "@/model/map/geometry";
import type { Layout } from "@/model/map/layout";

/** A card stays fully visible for this long after its request ended, then fades. */
export const SHOWN_US = 2_000_000;
export const FADE_US = 800_000;
/** A card is kept at least this long, so that it can be read while load goes on. */
const KEPT_US = 400_000;
/** Shorter waits of client load are not worth a card. */
const WAIT_WORTH_US = 100_000;

/** More would cover the map. */
const CARDS_MAX = 8;

export interface Callout {
  gateway: number;
  request: RequestView;
  /** 1 shown, 0 gone. */
  strength: number;
}

/**
 * The card of each gateway at this instant, given the cards of the last picture. Of very many
 * gateways only what is out of the ordinary is told: the rest would hide the map.
 */
export function chooseCallouts(
  frame: Frame,
  before: readonly Callout[],
  gatewayCount = 0,
): Callout[] {
  const byGateway = new Map<number, RequestView>();
  for (const request of frame.requests) {
    const known = byGateway.get(request.node);
    if (strengthOf(request, frame.now_us) <= 0) continue;
    if (!known || rank(request, frame.now_us) >= rank(known, frame.now_us))
      byGateway.set(request.node, request);
  }
  const cards: Callout[] = [];
  const gateways = new Set([...byGateway.keys(), ...before.map((card) => card.gateway)]);
  for (const gateway of [...gateways].sort((a, b) => a - b)) {
    const shown = before.find((card) => card.gateway === gateway)?.request;
    const fresh = byGateway.get(gateway);
    const request = keepOrReplace(shown, fresh, frame);
    if (!request) continue;
    const strength = strengthOf(request, frame.now_us);
    if (strength > 0) cards.push({ gateway, request, strength });
  }
  if (gatewayCount <= CARDS_MAX) return cards;
  const unusual = cards.filter(({ request }) => rank(request, frame.now_us) > 0);
  return unusual.slice(0, CARDS_MAX);
}

function keepOrReplace(
  shown: RequestView | undefined,
  fresh: RequestView | undefined,
  frame: Frame,
): RequestView | undefined {
  if (!shown || shown.completed_us === null || shown.completed_us > frame.now_us) return fresh;
  if (!fresh || fresh.id === shown.id) return fresh ?? shown;
  const age = frame.now_us - shown.completed_us;
  const weightier = rank(fresh, frame.now_us) > rank(shown, frame.now_us);
  return weightier || age >= KEPT_US ? fresh : shown;
}

/** Bad news first, then what a person asked for, then client load; among equals the newest. */
function rank(request: RequestView, nowUs: number): number {
  const bad = request.verdict === "stale" || request.outcome === "failed";
  const recent = request.completed_us !== null && nowUs - request.completed_us < SHOWN_US / 2;
  return (bad && recent ? 4 : 0) + (request.workload === null ? 2 : 0) + (bad ? 1 : 0);
}

export function strengthOf(request: RequestView, nowUs: number): number {
  if (request.invoked_us > nowUs) return 0;
  if (request.completed_us === null)
    return request.workload === null || nowUs - request.invoked_us > WAIT_WORTH_US ? 1 : 0;
  const age = nowUs - request.completed_us;
  return age <= SHOWN_US ? 1 : Math.max(0, 1 - (age - SHOWN_US) / FADE_US);
}

/** True when two pictures would show the same cards; requests are new objects in every frame. */
export function sameCards(a: readonly Callout[], b: readonly Callout[]): boolean {
  return (
    a.length === b.length &&
    a.every((card, i) => {
      const other = b[i];
      return (
        other !== undefined &&
        card.gateway === other.gateway &&
        card.request.id === other.request.id &&
        card.request.outcome === other.request.outcome &&
        card.request.hops.length === other.request.hops.length &&
        Math.abs(card.strength - other.strength) < 0.05
      );
    })
  );
}

/** What a card had better not cover, besides stores. */
export interface Cover {
  roads: readonly Rect[];
  labels: readonly Rect[];
}

export interface CardSize {
  w: number;
  h: number;
}

/** A card of two lines, and of one; at normal type. */
const WHOLE: CardSize = { w: 236, h: 50 };
const BRIEF: CardSize = { w: 150, h: 28 };

/**
 * Where the cards of these gateways stand. A room's map is tight for its large type: there they say
 * all that they have to say as long as they cover nothing.
 */
export function cardPlaces(
  gateways: readonly number[],
  layout: Layout,
  scale: number,
  cover: Cover,
): Map<number, Rect> {
  const at = ({ w, h }: CardSize) =>
    placeCards(gateways, layout, { w: w * scale, h: h * scale }, cover);
  if (!layout.tight) return at(WHOLE);
  if (scale <= 1) return at(BRIEF);
  const whole = at(WHOLE);
  return coversNothing([...whole.values()], layout, cover) ? whole : at(BRIEF);
}

/** Where cards stand sooner or later: at every gateway that sends. */
export function cardsToCome(world: World, layout: Layout, scale: number, cover: Cover): Rect[] {
  const gateways = [...new Set(world.workloads.flatMap(({ nodes }) => nodes))];
  return [...cardPlaces(gateways, layout, scale, cover).values()];
}

/** Whether a card has one line alone. */
export function isBrief({ h }: CardSize, scale: number): boolean {
  return h < ((WHOLE.h + BRIEF.h) / 2) * scale;
}

function coversNothing(cards: readonly Rect[], layout: Layout, cover: Cover): boolean {
  const zones = layout.zones.map(({ rect }) => inset(rect, 2));
  const stood = [...zones, ...cover.labels, ...layout.nodes.map(({ rect }) => rect)];
  return cards.every(
    (card, i) =>
      !stood.some((rect) => overlaps(card, rect)) &&
      !cards.slice(i + 1).some((other) => overlaps(card, other)),
  );
}

/** Places cards one after the other, each beside its gateway's zone where it covers least. */
export function placeCards(
  gateways: readonly number[],
  layout: Layout,
  size: CardSize,
  cover: Cover,
): Map<number, Rect> {
  const placed = new Map<number, Rect>();
  for (const gateway of gateways) {
    const node = layout.nodes[gateway];
    const zone = node && layout.zones[node.zone];
    if (!node || !zone) continue;
    const taken = [...placed.values()];
    let best: Rect | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const { share, cost: narrowing } of WIDTHS) {
      const width = { w: Math.round(size.w * share), h: size.h };
      for (const rect of candidates(zone.rect, node.rect, width, layout)) {
        const cost = costOf(rect, node.rect, layout, taken, cover) + narrowing;
        if (cost < least) {
          least = cost;
          best = rect;
        }
      }
    }
    if (best) placed.set(gateway, best);
  }
  return placed;
}

const APART_PX = 8;
/** A card may be narrower, in smaller type, where that keeps it clear of links. */
const WIDTHS: readonly { share: number; cost: number }[] = [
  { share: 1, cost: 0 },
  { share: 0.88, cost: 24 },
  { share: 0.8, cost: 40 },
  // Only rather than over a zone's title: little of its text is left.
  { share: 0.66, cost: 2_000 },
  // As wide as the gap between two zones on a projector.
  { share: 0.52, cost: 2_600 },
];

function candidates(zone: Rect, gateway: Rect, size: CardSize, layout: Layout): Rect[] {
  const w = Math.min(size.w, layout.width - 16);
  const h = size.h;
  const at = centreOf(gateway);
  const xs = [zone.x, zone.x + zone.w - w, zone.x + (zone.w - w) / 2];
  const ys = [zone.y, zone.y + zone.h - h, at.y - h / 2];
  const below = zone.y + zone.h + APART_PX;
  const above = zone.y - h - APART_PX;
  const list: Point[] = [];
  for (const x of xs) list.push({ x, y: below }, { x, y: above });
  // Farther off, where what the links say stands right at the zone.
  for (const x of xs)
    list.push({ x, y: below + h + 2 * APART_PX }, { x, y: above - h - 2 * APART_PX });
  for (const y of ys)
    list.push({ x: zone.x + zone.w + APART_PX, y }, { x: zone.x - w - APART_PX, y });
  // Where nothing is free a card may lie over the lower or upper edge of its own zone.
  for (const x of xs) list.push({ x, y: zone.y + zone.h - h - 4 }, { x, y: zone.y + 4 });
  return list.map(({ x, y }) => ({
    x: Math.round(Math.min(layout.width - w - 8, Math.max(8, x))),
    y: Math.round(Math.min(layout.footer.y - h, Math.max(4, y))),
    w,
    h,
  }));
}

function costOf(
  rect: Rect,
  gateway: Rect,
  layout: Layout,
  taken: readonly Rect[],
  cover: Cover,
): number {
  const a = centreOf(rect);
  const b = centreOf(gateway);
  let cost = Math.hypot(a.x - b.x, a.y - b.y);
  for (const other of taken) if (overlaps(rect, other, 4)) cost += 1e5 + overlapArea(rect, other);
  for (const node of layout.nodes)
    if (node && overlaps(rect, node.rect)) cost += 4_000 + overlapArea(rect, node.rect) * 4;
  for (const { title } of layout.zones)
    if (overlaps(rect, { ...title, w: title.w * 0.6 }))
      cost += 3_000 + overlapArea(rect, title) * 0.5;
  for (const zone of layout.zones)
    if (overlaps(rect, inset(zone.rect, 2))) cost += 1_500 + overlapArea(rect, zone.rect) * 0.5;
  for (const road of cover.roads)
    if (overlaps(rect, road)) cost += 50 + overlapArea(rect, road) * 0.15;
  for (const label of cover.labels)
    if (overlaps(rect, label)) cost += 2_200 + overlapArea(rect, label) * 0.5;
  return cost;
}
