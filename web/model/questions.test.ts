/** Which questions fit which thing in which state. */

import { describe, expect, it } from "vitest";

import type { Frame, World } from "@/engine/types";
import { questionsOf } from "./questions";

const WORLD = { ranges: [{ id: 0, replicas: [{ peer: 1, node: 0 }] }] } as unknown as World;

function frameOf(role: number, verdict = "fresh"): Frame {
  const replicas = { role: Uint8Array.of(0, role), commit: Float64Array.of(4, 7) };
  return { replicas, requests: [{ id: 5, verdict }] } as unknown as Frame;
}

const labels = (target: Parameters<typeof questionsOf>[0], frame: Frame): string[] =>
  questionsOf(target, { world: WORLD, frame, range: 0 }).map(({ label }) => label);

describe("questions", () => {
  it("ask why there is no leader only where there is none", () => {
    expect(labels({ range: 0 }, frameOf(0))).toEqual(["Why is there no leader?"]);
    expect(labels({ range: 0 }, frameOf(3))).toEqual([
      "Why does its leader lead?",
      "Why did the leadership not move?",
    ]);
  });

  it("ask why an entry is not committed only where it is not", () => {
    const entry = (index: number) => ({ entry: { range: 0, index } });
    expect(labels(entry(7), frameOf(3))).toEqual(["Where does it come from?"]);
    expect(labels(entry(8), frameOf(3))[0]).toBe("Why is it not committed?");
  });

  it("call a stale read stale", () => {
    expect(labels({ request: 5 }, frameOf(3, "stale"))[0]).toBe("Why was it stale?");
    expect(labels({ request: 5 }, frameOf(3))[0]).toBe("Why did it end this way?");
  });

  it("ask about the role of stores that hold the range, and nothing of links and gateways", () => {
    expect(labels({ node: 0 }, frameOf(3))[0]).toBe("Why does it have this role?");
    expect(labels({ node: 4 }, frameOf(3))).toEqual([]);
    expect(labels({ link: { from: 0, to: 1 } }, frameOf(3))).toEqual([]);
  });
});
