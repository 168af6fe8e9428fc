/** Which questions fit which thing in which state. */

import { describe, expect, it } from "vitest";

import type { Frame, RequestView } from "@/engine/types";
import { frameOf, requestOf, worldOf } from "@/test/fixtures";
import { questionsOf } from "./questions";

const WORLD = worldOf({ stores: [1, 1, 1], gateways: [1] });

/** Of three stores the second has `role`. */
function inRole(role: number, verdict: RequestView["verdict"] = "fresh"): Frame {
  return frameOf(WORLD, {
    nowUs: 1_000,
    replicas: [
      { node: 0, term: 3, commit: 4 },
      { node: 1, role, term: 3, commit: 7 },
      { node: 2, term: 3, commit: 4 },
    ],
    requests: [requestOf({ id: 5, verdict })],
  });
}

const labels = (target: Parameters<typeof questionsOf>[0], frame: Frame): string[] =>
  questionsOf(target, { world: WORLD, frame, range: 1 }).map(({ label }) => label);

describe("questions", () => {
  it("ask why there is no leader only where there is none", () => {
    expect(labels({ range: 1 }, inRole(0))).toEqual(["Why is there no leader?"]);
    expect(labels({ range: 1 }, inRole(3))).toEqual([
      "Why does its leader lead?",
      "Why did the leadership not move?",
    ]);
  });

  it("ask about the role of the leader in the newest term, not why a range that has one has none", () => {
    const frame = (down: "crashed"[]) =>
      frameOf(WORLD, {
        nowUs: 1_000,
        replicas: [
          { node: 0, role: 3, term: 2 },
          { node: 1, role: 3, term: 3 },
          { node: 2, term: 3 },
        ],
        down: Object.fromEntries(down.map((status, at) => [1 - at, status])),
      });
    const asked = (of: Frame) =>
      questionsOf({ range: 1 }, { world: WORLD, frame: of, range: 1 })[0]?.question;
    expect(asked(frame([]))).toEqual({ role: { range: 1, node: 1 } });
    expect(asked(frame(["crashed"]))).toEqual({ role: { range: 1, node: 0 } });
    expect(asked(frame(["crashed", "crashed"]))).toEqual({ no_leader: 1 });
    const other = inRole(3);
    const ofOther = (leaders: number[]) =>
      questionsOf(
        { range: 1 },
        { world: WORLD, frame: { ...other, range_leaders: Uint16Array.from(leaders) }, range: 9 },
      ).map(({ label, question }) => [label, question])[0];
    expect(ofOther([2])?.[1]).toEqual({ role: { range: 1, node: 2 } });
    expect(ofOther([65_535])).toEqual(["Why is there no leader?", { no_leader: 1 }]);
    expect(ofOther([])).toEqual(["Why does its leader lead?", { no_leader: 1 }]);
  });

  it("ask why an entry is not committed only where it is not", () => {
    const entry = (index: number) => ({ entry: { range: 1, index } });
    expect(labels(entry(7), inRole(3))).toEqual(["Where does it come from?"]);
    expect(labels(entry(8), inRole(3))[0]).toBe("Why is it not committed?");
  });

  it("call a stale read stale", () => {
    expect(labels({ request: 5 }, inRole(3, "stale"))[0]).toBe("Why was it stale?");
    expect(labels({ request: 5 }, inRole(3))[0]).toBe("Why did it end this way?");
  });

  it("ask about the role of stores that hold the range, and nothing of links and gateways", () => {
    expect(labels({ node: 0 }, inRole(3))[0]).toBe("Why does it have this role?");
    expect(labels({ node: 3 }, inRole(3))).toEqual([]);
    expect(labels({ link: { from: 0, to: 1 } }, inRole(3))).toEqual([]);
  });
});
