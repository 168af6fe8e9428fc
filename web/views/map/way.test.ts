/** Numbers on the way of a request. */
import { expect, test } from "vitest";
import { measure, overlaps, type Path, type Rect } from "@/model/map/geometry";
import { HALL_SCALE } from "@/model/typeSizes";
import { requestOf } from "@/test/fixtures";
import { hopsOf, NUMBER_PX, NUMBER_TYPE_PX, numberScale, numbersOf } from "./way";

const hop = (from: number, to: number) => ({
  from,
  to,
  type: 0,
  sent_us: 0,
  arrive_us: 10,
  bytes: 1,
  crosses: true,
  arrives: true,
});

/** To stores 4 and 5 by one way, which parts only at its end. */
function route(_from: number, to: number): Path {
  return measure([
    { x: 0, y: 0 },
    { x: 200, y: 0 },
    { x: 240, y: to === 4 ? -20 : 20 },
  ]);
}

function apart(hops: readonly ReturnType<typeof hop>[]): number {
  const [one, other] = numbersOf(hopsOf(requestOf({ hops: [...hops] }), route), []);
  if (one === undefined || other === undefined) throw new Error("There are no two numbers.");
  expect([one.number, other.number]).toEqual([1, 2]);
  return Math.hypot(one.x - other.x, one.y - other.y);
}

test("two ways that part late have their numbers beside each other", () => {
  expect(apart([hop(1, 4), hop(1, 5)])).toBeGreaterThan(2 * NUMBER_PX);
});

test("the same way gone twice has two numbers", () => {
  expect(apart([hop(1, 4), hop(1, 4)])).toBeGreaterThan(2 * NUMBER_PX);
});

/** Where the number of one hop stands; the number itself as a box. */
function numberBox(cells: readonly Rect[]): Rect {
  const [one] = numbersOf(hopsOf(requestOf({ hops: [hop(1, 4)] }), route), cells);
  if (one === undefined) throw new Error("There is no number.");
  const size = 2 * NUMBER_PX;
  return { x: one.x - NUMBER_PX, y: one.y - NUMBER_PX, w: size, h: size };
}

test("a number stands beside a cell that its way leads over, where the way is long enough", () => {
  const cell = { x: 80, y: -40, w: 60, h: 80 };
  expect(overlaps(numberBox([]), cell)).toBe(true);
  expect(overlaps(numberBox([cell]), cell)).toBe(false);
});

test("numbers for a room are read from its back row, and still cover no other", () => {
  const scale = numberScale(HALL_SCALE);
  expect(NUMBER_TYPE_PX * scale).toBeGreaterThanOrEqual(20);
  const hops = hopsOf(requestOf({ hops: [hop(1, 4), hop(1, 5)] }), route);
  const [one, other] = numbersOf(hops, [], NUMBER_PX * scale);
  if (one === undefined || other === undefined) throw new Error("There are no two numbers.");
  expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(2 * NUMBER_PX * scale);
  expect(numberScale(0.7), "on a phone as large as ever").toBe(1);
});

test("over a cell all along its way it stays about the middle of the way", () => {
  const cell = { x: -100, y: -100, w: 500, h: 200 };
  expect(numberBox([cell])).toEqual(numberBox([]));
});
