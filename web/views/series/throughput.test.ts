import { expect, test } from "vitest";
import { type Buckets, NO_BUCKETS } from "@/model/series/buckets";
import { endedWithin, hasEnded, ratedFromUs } from "./throughput";

const BUCKET_US = 100_000;

/** From bucket 2 on; reads, writes and unanswered of each. */
const BUCKETS: Buckets = {
  ...NO_BUCKETS,
  first: 2,
  count: 3,
  kinds: 1,
  ended: Float64Array.from([10, 1, 0, 20, 2, 5, 40, 4, 0]),
};

test("rates are means over the whole buckets of a stretch", () => {
  const within = (from_us: number, to_us: number) =>
    endedWithin(BUCKETS, BUCKET_US, { from_us, to_us });
  expect(within(200_000, 400_000)).toEqual({ reads: 150, writes: 15, unanswered: 25 });
  expect(within(250_000, 499_999)).toEqual({ reads: 200, writes: 20, unanswered: 50 });
});

test("of a stretch without a whole bucket nothing is said", () => {
  expect(endedWithin(BUCKETS, BUCKET_US, { from_us: 210_000, to_us: 290_000 })).toBeNull();
  expect(endedWithin(BUCKETS, BUCKET_US, { from_us: 0, to_us: 200_000 })).toBeNull();
  expect(hasEnded(BUCKETS)).toBe(true);
  expect(hasEnded(NO_BUCKETS)).toBe(false);
});

test("the rate so far begins where a load does, and with what is measured once there is a bucket", () => {
  const idle: Buckets = { ...BUCKETS, first: 0, count: 5 };
  const begun = {
    ...idle,
    ended: Float64Array.from([0, 0, 0, 0, 0, 0, 0, 0, 7, 9, 0, 0, 9, 0, 0]),
  };
  const from = (measureFromUs: number, nowUs: number) =>
    ratedFromUs(begun, BUCKET_US, measureFromUs, nowUs);
  expect(from(0, 500_000)).toBe(200_000);
  expect(from(300_000, 360_000)).toBe(200_000);
  expect(from(300_000, 400_000)).toBe(300_000);
  expect(from(310_000, 450_000)).toBe(200_000);
});

test("nothing that ended begins nowhere", () => {
  const quiet: Buckets = { ...BUCKETS, ended: new Float64Array(9) };
  const from_us = ratedFromUs(quiet, BUCKET_US, 0, 500_000);
  expect(endedWithin(quiet, BUCKET_US, { from_us, to_us: 500_000 })).toBeNull();
});
