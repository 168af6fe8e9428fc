import { describe, expect, it } from "vitest";

import { actionMarks, lineEndUs, timeMarks } from "./marks";
import { PRESETS, positionOf, speedAt } from "./speeds";

describe("the time line", () => {
  it("marks elections, faults and what went wrong", () => {
    const base = { at_us: 5, text: "", node: -1, alert: false };
    const marks = timeMarks(
      [
        { ...base, id: 1, kind: "election" },
        { ...base, id: 2, kind: "store" },
        { ...base, id: 3, kind: "read", alert: true },
        { ...base, id: 4, kind: "read" },
      ],
      10,
    );
    expect(marks.map(({ id, at, kind }) => [id, at, kind])).toEqual([
      [1, 0.5, "vote"],
      [2, 0.5, "fault"],
      [3, 0.5, "bad"],
    ]);
  });

  it("marks what somebody did", () => {
    const action = { at_us: 5, action: { do: "heal" }, text: "Heal." } as const;
    expect(actionMarks([action], 10)).toEqual([{ id: 0, at: 0.5 }]);
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
