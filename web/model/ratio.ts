/**
 * Ratios as a person tells them. Pure.
 */

import { t } from "@/language/words";
import { formatCount, threeDigits } from "./units";

/** By how much the second run has more or less: "257 times less", "12 % more". */
export function ratioText(ratio: number | null): string {
  if (ratio === null) return "–";
  if (ratio === 1) return t("the same");
  if (ratio === 0) return t("none");
  const isMore = ratio > 1;
  const times = isMore ? ratio : 1 / ratio;
  if (times >= 2) {
    const many = { times: timesText(times) };
    return isMore ? t("{times} times more", many) : t("{times} times less", many);
  }
  const percent = Math.abs(ratio - 1) * 100;
  if (percent < 0.1) return t("the same");
  const share = { percent: `${threeDigits(percent)}\u00a0%` };
  return isMore ? t("{percent} more", share) : t("{percent} less", share);
}

/** Three digits, and above a thousand as counts are written. */
function timesText(times: number): string {
  return times < 1_000 ? threeDigits(times) : formatCount(Math.round(times));
}
