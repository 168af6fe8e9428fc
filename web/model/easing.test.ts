import { describe, expect, test } from "vitest";

import type { Frame } from "@/engine/types";
import { Easing } from "./easing";

function pictured(now_us: number, in_flight: number, ok = 0) {
  const load = { in_flight, ok, failed: 0, unknown: 0 };
  return { now_us, workloads: [load] } as unknown as Frame;
}

describe("the speed at which a scenario opens", () => {
  test("is quick before the first request: half a second of nothing is over in one", () => {
    const easing = new Easing();
    expect(easing.begin({ speed: 0.02, durationUs: 20_000_000, beats: [] })).toBe(0.02);
    expect(easing.next(0, pictured(0, 0), [])).toBe(0.5);
  });

  test("is the scenario's own while the first request is under way, then quicker", () => {
    const easing = new Easing();
    easing.begin({ speed: 0.02, durationUs: 20_000_000, beats: [] });
    expect(easing.next(1_000, pictured(500_000, 1), [])).toBe(0.02);
    expect(easing.next(2_000, pictured(520_000, 0, 1), [])).toBeUndefined();
    expect(easing.next(3_900, pictured(558_000, 0, 2), [])).toBeUndefined();
    // Three seconds were seen, and a whole request in them: 20 s are over in 40.
    expect(easing.next(4_100, pictured(562_000, 0, 2), [])).toBe(0.5);
    expect(easing.next(9_000, pictured(600_000, 1, 9), [])).toBeUndefined();
  });

  test("does not wait for an answer that does not come", () => {
    const easing = new Easing();
    easing.begin({ speed: 0.05, durationUs: 6_000_000, beats: [] });
    easing.next(0, pictured(0, 3), []);
    expect(easing.next(9_999, pictured(490_000, 3), [])).toBeUndefined();
    expect(easing.next(10_000, pictured(500_000, 3), [])).toBe(0.1);
  });

  test("never slows down what is quick", () => {
    const easing = new Easing();
    easing.begin({ speed: 5, durationUs: 10_000_000, beats: [] });
    expect(easing.next(0, pictured(0, 0), [])).toBe(5);
    expect(easing.next(10, pictured(50_000, 1), [])).toBe(5);
    expect(easing.next(4_000, pictured(9_000_000, 0, 9), [])).toBe(5);
  });

  test("is the person's once they chose one", () => {
    const easing = new Easing();
    easing.begin({ speed: 0.02, durationUs: 20_000_000, beats: [] });
    easing.end();
    expect(easing.next(0, pictured(0, 0), [])).toBeUndefined();
  });
});
