/** What a request that is told slowly shows, and when. */

import { describe, expect, it } from "vitest";
import type { Frame, RequestView, World } from "@/engine/types";
import { isTooFast, SlowedPick } from "./slowed";

const world = { links: [{ delay_us: 500 }, { delay_us: 25_000 }] } as World;
const AT_1 = { speed: 1, playing: true };

function ended(id: number, op: "put" | "get", invoked: number, completed: number | null) {
  const request = { id, op, invoked_us: invoked, completed_us: completed, hops: [{}] };
  return request as unknown as RequestView;
}

function frameAt(nowUs: number, requests: RequestView[]): Frame {
  return { now_us: nowUs, requests } as Frame;
}

describe("one request of many, slowed", () => {
  it("is shown where even the longest way is over before it is seen", () => {
    expect(isTooFast(world, { speed: 0.1, playing: true })).toBe(false);
    expect(isTooFast(world, AT_1)).toBe(true);
    expect(isTooFast(world, { speed: 1, playing: false })).toBe(false);
    expect(isTooFast({ links: [] as unknown } as World, AT_1), "nothing crosses").toBe(false);
  });

  it("is the newest write that was answered, and else the newest of any kind", () => {
    const requests = [
      ended(1, "put", 0, 82_000),
      ended(2, "put", 50_000, null),
      ended(3, "get", 60_000, 90_000),
    ];
    const of = (some: RequestView[]) =>
      new SlowedPick().at(world, frameAt(100_000, some), AT_1)?.request.id;
    expect(of(requests)).toBe(1);
    expect(of(requests.slice(1))).toBe(3);
    expect(of([])).toBeUndefined();
  });

  it("goes from its beginning to its end by simulated time, rests, and gives way to the next", () => {
    const pick = new SlowedPick();
    const first = [ended(1, "put", 10_000, 92_000)];
    const begun = pick.at(world, frameAt(2_400_000, first), AT_1);
    expect([begun?.request.id, begun?.atUs]).toEqual([1, 10_000]);
    expect(begun?.times).toBeCloseTo(1_800_000 / 82_000);
    const both = [...first, ended(2, "put", 2_500_000, 2_582_000)];
    const half = pick.at(world, frameAt(3_300_000, both), AT_1);
    expect([half?.request.id, half?.atUs]).toEqual([1, 51_000]);
    expect(pick.at(world, frameAt(4_700_000, both), AT_1)?.atUs, "it rests").toBe(92_000);
    expect(pick.at(world, frameAt(4_800_000, both), AT_1)?.request.id).toBe(2);
  });

  it("is left out where it would go as fast as all others do", () => {
    const long = [ended(1, "put", 0, 1_500_000)];
    expect(new SlowedPick().at(world, frameAt(2_400_000, long), AT_1)).toBeNull();
  });
});
