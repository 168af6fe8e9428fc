/**
 * Ratios as a person tells them. Pure.
 */

import { formatCount, threeDigits } from "./units";

/** By how much the second run has more or less: "257 times less", "12 % more". */
export function ratioText(ratio: number | null): string {
  if (ratio === null) return "–";
  if (ratio === 1) return "the same";
  if (ratio === 0) return "none";
  const [times, word] = ratio > 1 ? [ratio, "more"] : [1 / ratio, "less"];
  if (times >= 2) return `${timesText(times)} times ${word}`;
  const percent = Math.abs(ratio - 1) * 100;
  return percent < 0.1 ? "the same" : `${threeDigits(percent)}\u00a0% ${word}`;
}

/** Three digits, and above a thousand as counts are written. */
function timesText(times: number): string {
  return times < 1_000 ? threeDigits(times) : formatCount(Math.round(times));
}
