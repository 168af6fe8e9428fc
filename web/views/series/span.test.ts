import { expect, test } from "vitest";
import { countedSpan, knownSpan, measuredSpan, spanName } from "./span";

const at = (now_us: number, interval: { from_us: number; to_us: number } | null = null) => ({
  world: { measure_from_us: 6_000_000 },
  own: { frame: { now_us } },
  interval,
});
const plain = (text: string): string => text.replace(/\s/g, " ");

test("what is measured begins with the end of the warm-up, and is called so", () => {
  const before = measuredSpan(at(5_900_000));
  const after = measuredSpan(at(6_100_000));
  expect([before.from_us, after.from_us]).toEqual([0, 6_000_000]);
  expect(plain(spanName(before, null))).toBe("since 0 s");
  expect(plain(spanName(after, null))).toBe("since 6 s");
});

test("what is counted is of the whole run: no count falls when the warm-up ends", () => {
  expect(countedSpan(at(5_900_000))).toEqual({ from_us: 0, to_us: 5_900_000 });
  expect(countedSpan(at(6_100_000))).toEqual({ from_us: 0, to_us: 6_100_000 });
});

test("a stretch that is looked at is what both are of", () => {
  const interval = { from_us: 1_000_000, to_us: 2_000_000 };
  expect(measuredSpan(at(9_000_000, interval))).toEqual(interval);
  expect(countedSpan(at(9_000_000, interval))).toEqual(interval);
  expect(spanName(interval, interval)).toBe("in this stretch");
});

test("where the oldest requests are forgotten, what is counted from the others says since when", () => {
  const forgotten = { first: 500, columns: { at_us: [41_000_000, 42_000_000] } };
  expect(knownSpan(at(50_000_000), forgotten).from_us).toBe(41_000_000);
  expect(knownSpan(at(50_000_000), { ...forgotten, first: 0 }).from_us).toBe(0);
});
