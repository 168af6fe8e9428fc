import { describe, expect, it } from "vitest";

import { ratioText } from "./ratio";
import { formatCount } from "./units";

describe("a ratio", () => {
  it("is told as a person would", () => {
    const cases: [number | null, string][] = [
      [null, "–"],
      [0, "none"],
      [1 / 257, "257 times less"],
      [1 / 1_234_567, `${formatCount(1_234_567)} times less`],
      [0.5, "2 times less"],
      [0.88, "12\u00a0% less"],
      [1, "the same"],
      [1.0001, "the same"],
      [1.5, "50\u00a0% more"],
      [231.4, "231 times as much"],
    ];
    for (const [ratio, text] of cases) expect(ratioText(ratio)).toBe(text);
  });
});
