import { describe, expect, it } from "vitest";
import type { FaultSpan } from "@/engine/types";
import { bandsOf, type Flag, together, wordsIn } from "./Bands";

const span = (from_us: number, until_us: number | null): FaultSpan => ({
  from_us,
  until_us,
  text: "A cut.",
});

describe("words beside a mark", () => {
  it("end before the next mark, sooner where type is larger, and are none where they would say nothing", () => {
    const text = "s5 crashed; what it had not synced to its disk is gone.";
    expect(wordsIn(text, 400)).toBe(text);
    expect(wordsIn(text, 200)).toBe("s5 crashed; what it had not sy…");
    expect(wordsIn(text, 200 / 2)).toBe("s5 crashed; wh…");
    expect(wordsIn(text, 60)).toBe("");
  });
});

describe("bands of faults", () => {
  it("are one where faults stand at once, with an edge where each began", () => {
    const both = [span(5, 20), span(5, 25), span(9, null), span(50, 60)];
    expect(bandsOf(both, 30)).toEqual([
      { fromUs: 5, toUs: 30, begins: [5, 9] },
      { fromUs: 50, toUs: 60, begins: [50] },
    ]);
  });

  it("have one mark an instant and a kind, which says that there is more", () => {
    const flag = (us: number, kind: Flag["kind"], text: string): Flag => ({ us, kind, text });
    const flags = [
      flag(5, "fault", "One way is cut."),
      flag(5, "fault", "Another is cut."),
      flag(5, "act", "You healed."),
      flag(8, "fault", "A third is cut."),
    ];
    expect(together(flags).map(({ text }) => text)).toEqual([
      "One way is cut. And 1 more.",
      "You healed.",
      "A third is cut.",
    ]);
  });
});
