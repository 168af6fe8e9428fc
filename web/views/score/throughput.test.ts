import { expect, test } from "vitest";
import { type Buckets, NO_BUCKETS } from "@/model/score/buckets";
import { endedWithin, hasEnded } from "./throughput";

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
  const none = { reads: 0, writes: 0, unanswered: 0 };
  expect(endedWithin(BUCKETS, BUCKET_US, { from_us: 210_000, to_us: 290_000 })).toEqual(none);
  expect(endedWithin(BUCKETS, BUCKET_US, { from_us: 0, to_us: 200_000 })).toEqual(none);
  expect(hasEnded(BUCKETS)).toBe(true);
  expect(hasEnded(NO_BUCKETS)).toBe(false);
});
