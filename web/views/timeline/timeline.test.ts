import { describe, expect, it } from "vitest";

import { firstBranch } from "@/session/branches";
import { lineEndUs, marksOf } from "@/session/marks";
import { type BranchRow, branchRows } from "./branchRows";
import { PRESETS, positionOf, speedAt } from "./speeds";

describe("the time line", () => {
  it("marks elections, faults, what went wrong, what somebody did or marked", () => {
    const base = { at_us: 5, text: "", node: null, alert: false, fact: null };
    const action = { at_us: 6, action: { do: "heal" }, text: "Heal." } as const;
    const marks = marksOf(
      [
        { ...base, id: 1, kind: "election" },
        { ...base, id: 2, kind: "store" },
        { ...base, id: 3, kind: "read", alert: true },
        { ...base, id: 4, kind: "read" },
      ],
      [action],
      [{ id: 9, name: "here", us: 7, branch: 0, note: "" }],
    );
    expect(marks.map(({ us, kind }) => `${us} ${kind}`)).toEqual([
      "6 act",
      "5 vote",
      "5 fault",
      "5 bad",
      "7 book",
    ]);
  });

  it("puts branches below what they part from, without crossing lines", () => {
    const branch = (id: number, parent: number, fork_us: number) => ({
      ...firstBranch([]),
      id,
      parent,
      fork_us,
    });
    const tree = [branch(0, -1, 0), branch(1, 0, 10), branch(2, 0, 30), branch(3, 1, 20)];
    const rows = (lanes: BranchRow[]) =>
      lanes.map((lane) => [lane.branch.id, lane.from, lane.depth]);
    expect(rows(branchRows(tree, 0))).toEqual([
      [0, -1, 0],
      [2, 0, 1],
      [1, 0, 1],
      [3, 2, 2],
    ]);
    // The present one and the first are always there.
    expect(rows(branchRows(tree, 1, 2)).map(([id]) => id)).toEqual([0, 1]);
    expect(rows(branchRows(tree, 3, 2))).toEqual([
      [0, -1, 0],
      [3, 0, 1],
    ]);
  });

  it("grows once the run has passed the scenario's end", () => {
    expect(lineEndUs(5, 10)).toBe(10);
    expect(lineEndUs(15, 10)).toBe(15);
  });

  it("finds every preset on the slider", () => {
    for (const preset of [0.01, 0.1, 1, 10, 100]) expect(speedAt(positionOf(preset))).toBe(preset);
    expect(PRESETS).toContain(1);
  });
});
