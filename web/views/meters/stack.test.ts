import { describe, expect, it } from "vitest";
import {
  type Buckets,
  bucketCount,
  bucketUnder,
  coarsen,
  groupFor,
  kindsSeen,
  meanRate,
  peakOf,
  rateAt,
  rateOfAll,
  spanFor,
  stackPicture,
} from "./stack";

/** Three whole buckets of 100 ms and a fourth that fills; kinds 0 and 2 of three carry bytes. */
const buckets: Buckets = {
  first: 10,
  kinds: 3,
  bucket_us: 100_000,
  values: Float64Array.of(100, 0, 0, 200, 0, 100, 0, 0, 50, 9999, 9999, 9999),
};
const size = { width: 300, height: 100 };

describe("buckets", () => {
  it("leaves out the one that still fills", () => {
    expect(bucketCount(buckets)).toBe(3);
    expect(kindsSeen(buckets)).toEqual([0, 2]);
    expect(bucketCount({ ...buckets, values: new Float64Array(0) })).toBe(0);
  });

  it("are rates per second", () => {
    expect(rateAt(buckets, 1, 0)).toBe(2000);
    expect(rateOfAll(buckets, 1)).toBe(3000);
    expect(meanRate(buckets, 0, 200_000)).toBe(1000);
    expect(meanRate(buckets, 0, 1e9)).toBe(1000);
  });

  it("are found by their instant", () => {
    expect(bucketUnder(buckets, 1_000_000)).toBe(0);
    expect(bucketUnder(buckets, 1_299_999)).toBe(2);
    expect(bucketUnder(buckets, 1_300_000)).toBeUndefined();
    expect(bucketUnder(buckets, 0)).toBeUndefined();
  });
});

describe("buckets taken together", () => {
  const fine: Buckets = {
    first: 3,
    kinds: 1,
    bucket_us: 100,
    values: Float64Array.of(1, 2, 4, 8, 16),
  };

  it("are aligned to the start of the run, and lose no whole step", () => {
    // Buckets 3 to 7 in pairs: 3 has lost its partner, 4+5 and 6+7 remain.
    expect(coarsen(fine, 2)).toEqual({
      first: 2,
      kinds: 1,
      bucket_us: 200,
      values: Float64Array.of(6, 24),
    });
    expect(coarsen(fine, 1)).toBe(fine);
  });

  it("keep the last step as the one that fills", () => {
    const longer: Buckets = { ...fine, values: Float64Array.of(1, 2, 4, 8, 16, 32) };
    expect([...coarsen(longer, 2).values]).toEqual([6, 24, 32]);
  });

  it("are as many as it takes to see each step", () => {
    const buckets_us: Buckets = { ...fine, bucket_us: 100_000 };
    expect([5e6, 10e6, 20e6, 48e6].map((span) => groupFor(buckets_us, span, 236))).toEqual([
      1, 2, 5, 10,
    ]);
    expect(groupFor(buckets_us, 48e6, 1600)).toBe(1);
  });

  it("are nothing when nothing was measured", () => {
    expect(coarsen({ ...fine, values: new Float64Array() }, 5).values).toHaveLength(0);
  });
});

describe("the stacked picture", () => {
  it("is nothing before the first whole bucket", () => {
    expect(stackPicture({ ...buckets, values: new Float64Array(3) }, size, 1e6)).toBeUndefined();
  });

  it("stacks the kinds that were seen, in the order of the kind axis", () => {
    const picture = stackPicture(buckets, size, 300_000);
    expect(picture?.layers.map((layer) => layer.kind)).toEqual([0, 2]);
    expect(picture?.layers).toMatchInlineSnapshot(`
      [
        {
          "kind": 0,
          "path": "M0,66.67L100,66.67L100,33.33L200,33.33L200,100L300,100L300,100L300,100L300,100L200,100L200,100L100,100L100,100L0,100Z",
        },
        {
          "kind": 2,
          "path": "M0,66.67L100,66.67L100,0L200,0L200,83.33L300,83.33L300,83.33L300,100L300,100L200,100L200,33.33L100,33.33L100,66.67L0,66.67Z",
        },
      ]
    `);
  });

  it("has a peak that is the run's, whatever the width makes of its steps", () => {
    expect(peakOf(buckets, 300_000)).toEqual({ rate: 3000, at_us: 1_100_000 });
    expect(peakOf(buckets, 100_000)).toEqual({ rate: 500, at_us: 1_200_000 });
    const narrow = coarsen(buckets, groupFor(buckets, 300_000, 3));
    expect(rateOfAll(narrow, 0)).not.toBe(3000);
    expect(peakOf({ ...buckets, values: new Float64Array(0) }, 1e6).rate).toBe(0);
  });

  it("shows the last span, and grows from the left until the span is full", () => {
    const tail = stackPicture(buckets, size, 200_000);
    expect([tail?.from_us, tail?.to_us]).toEqual([1_100_000, 1_300_000]);
    const young = stackPicture(buckets, size, 600_000);
    expect(young?.x(1_300_000)).toBe(150);
  });

  it("widens in steps up to what is kept", () => {
    expect([0, 5e6, 6e6, 15e6, 30e6, 90e6].map((at) => spanFor(at, 48e6))).toEqual([
      5e6, 5e6, 10e6, 20e6, 48e6, 48e6,
    ]);
    expect(spanFor(0, 3e6)).toBe(3e6);
  });

  it("does not divide by a silent network", () => {
    const silent = stackPicture({ ...buckets, values: new Float64Array(12) }, size, 300_000);
    expect(silent?.layers).toEqual([]);
    expect(silent?.y(0)).toBe(100);
    expect(silent?.y.domain()).toEqual([0, 1]);
  });
});
