import { expect, it } from "vitest";

import { percentText } from "./percent";

it("says shares with as many digits as some hundred runs can tell", () => {
  const texts = [0, 0.004, 0.0349, 0.5, 0.985, 0.9951, 1].map(percentText);
  expect(texts).toEqual(["0 %", "0.4 %", "3.5 %", "50 %", "99 %", "99.5 %", "100 %"].map(nbsp));
  expect([-1, -0.053].map(percentText)).toEqual(["−100 %", "−5.3 %"].map(nbsp));
});

function nbsp(text: string): string {
  return text.replace(" ", "\u00a0");
}
