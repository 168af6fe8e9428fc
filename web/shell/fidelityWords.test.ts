import { describe, expect, it } from "vitest";
import type { FidelityRow } from "@/session/fidelity";
import { hereWords } from "./fidelityWords";

const ROW: FidelityRow = {
  id: "least",
  source: "a",
  title: "",
  text: "",
  unit: "us",
  published: { text: "under 1 ms", to: 1_000 },
  standing: "predicted",
  fitted: [],
};

describe("our figure beside a published one", () => {
  it("says how far it is from it", () => {
    expect(hereWords(ROW, { value: 2_000, ratio: 2 })).toBe("2\u00a0ms, 2 times the published");
  });

  it("is within a span that was published, and not once that", () => {
    const ours = { value: 992, ratio: 1 };
    expect(hereWords(ROW, ours)).toBe("992\u00a0µs, within the published span");
    const measured = { ...ROW, standing: "measured" } as const;
    expect(hereWords(measured, ours)).toBe("992\u00a0µs, within the measured span");
  });

  it("says of a median over seeds how far they are apart", () => {
    const row = {
      ...ROW,
      ours: { scenario: "ycsb-s2", variant: "keys-100", metric: "p99_us", seeds: 9 },
    };
    const ours = { value: 2_000, ratio: 2, over_seeds: { least: 1_000, most: 3_000 } };
    expect(hereWords(row, ours)).toBe(
      "2\u00a0ms, 2 times the published; the median of 9 seeds, 1\u00a0ms to 3\u00a0ms",
    );
  });
});
