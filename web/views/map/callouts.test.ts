/** Cards of verdicts: which request is shown, for how long, and where. */
import { expect, test } from "vitest";
import { overlaps } from "@/model/map/geometry";
import { layOut } from "@/model/map/layout";
import { labelPlaces } from "@/model/map/linkLabels";
import { makeLanes } from "@/model/map/linkPaths";
import { frameOf, requestOf, worldOf } from "@/test/fixtures";
import { cardPlaces, chooseCallouts, isBrief, placeCards, strengthOf } from "./callouts";

const world = worldOf({ stores: [1, 1, 1], gateways: [1, 1, 1] });
const GATEWAY = 3;

function frameAt(nowUs: number, requests: Parameters<typeof requestOf>[0][]) {
  return frameOf(world, {
    nowUs,
    requests: requests.map((r) => requestOf({ node: GATEWAY, ...r })),
  });
}

test("a card fades after two simulated seconds", () => {
  const request = requestOf({ completed_us: 1_000_000 });
  expect(strengthOf(request, 2_999_999)).toBe(1);
  expect(strengthOf(request, 3_400_000)).toBeCloseTo(0.5);
  expect(strengthOf(request, 9_000_000)).toBe(0);
});

test("bad news is not covered by good news", () => {
  const frame = frameAt(1_000_000, [
    { id: 1, completed_us: 900_000, verdict: "stale", workload: 0 },
    { id: 2, completed_us: 950_000, verdict: "fresh", workload: 0 },
  ]);
  expect(chooseCallouts(frame, []).map((card) => card.request.id)).toEqual([1]);
});

test("a card of client load stands long enough to be read", () => {
  const first = chooseCallouts(
    frameAt(1_000_000, [{ id: 1, completed_us: 990_000, workload: 0 }]),
    [],
  );
  const next = frameAt(1_100_000, [{ id: 2, completed_us: 1_090_000, workload: 0 }]);
  expect(chooseCallouts(next, first)[0]?.request.id).toBe(1);
  const later = frameAt(1_500_000, [{ id: 3, completed_us: 1_490_000, workload: 0 }]);
  expect(chooseCallouts(later, first)[0]?.request.id).toBe(3);
});

test("after a restart nothing of the future is shown", () => {
  const before = chooseCallouts(frameAt(1_000_000, [{ id: 1, completed_us: 990_000 }]), []);
  expect(chooseCallouts(frameAt(0, []), before)).toEqual([]);
});

test.each([
  [358, 420],
  [708, 556],
  [1400, 900],
])("cards at %i × %i cover neither stores nor each other", (width, height) => {
  const layout = layOut({ zones: 3, nodes: world.nodes, delaysUs: [] }, width, height);
  const size = layout.tight ? { w: 150, h: 28 } : { w: 236, h: 50 };
  const places = [...placeCards([3, 4, 5], layout, size, { roads: [], labels: [] }).values()];
  expect(places).toHaveLength(3);
  places.forEach((place, i) => {
    for (const node of layout.nodes) expect(overlaps(place, node.rect)).toBe(false);
    for (const other of places.slice(i + 1)) expect(overlaps(place, other)).toBe(false);
  });
});

test.each([
  [680, 520, 1],
  [900, 595, 1.4],
  [560, 520, 1.4],
])("cards at %i × %i cover nothing that a link says, at scale %f", (width, height, scale) => {
  const layout = layOut({ zones: 3, nodes: world.nodes, delaysUs: [] }, width, height, { scale });
  const lanes = makeLanes(layout);
  const links = lanes.pairs.flatMap(({ from, to }) => {
    const there = lanes.lane(from, to);
    const back = lanes.lane(to, from);
    const words = { main: "30 ms", short: "30 ms", rate: "12.3 kB/s", trouble: "" };
    return there && back ? [{ there, back, words }] : [];
  });
  const labels = labelPlaces(layout, links, scale);
  const size = layout.tight ? { w: 150, h: 28 } : { w: 236, h: 50 };
  const scaled = { w: size.w * scale, h: size.h * scale };
  const cards = [...placeCards([3, 4, 5], layout, scaled, { roads: [], labels }).values()];
  expect(cards).toHaveLength(3);
  for (const card of cards) {
    for (const label of labels) expect(overlaps(card, label)).toBe(false);
  }
});

test.each([
  // What a presentation has for its map at 1080 lines.
  { width: 1_920, height: 620, scale: 1.98, brief: false },
  { width: 800, height: 500, scale: 1.98, brief: true },
  // A phone.
  { width: 358, height: 420, scale: 1, brief: true },
])("on a tight map of $width × $height verdict and value stay while there is room", (at) => {
  const { width, height, scale, brief } = at;
  const layout = layOut({ zones: 3, nodes: world.nodes, delaysUs: [] }, width, height, { scale });
  expect(layout.tight).toBe(true);
  const cards = [...cardPlaces([3, 4, 5], layout, scale, { roads: [], labels: [] }).values()];
  expect(cards.map((card) => isBrief(card, scale))).toEqual([brief, brief, brief]);
  for (const card of cards)
    for (const { rect } of layout.nodes) expect(overlaps(card, rect)).toBe(false);
});
