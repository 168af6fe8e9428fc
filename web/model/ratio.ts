/** Ratios as a person tells them. Pure. */

import { t } from "@/language/words";
import { formatCount, threeDigits } from "./units";

/** By how much the second run has more or less: "257 times less", "12 % more". */
export function ratioText(ratio: number | null): string {
  if (ratio === null) return "–";
  if (isSame(ratio)) return t("the same");
  if (ratio === 0) return t("none");
  const isMore = ratio > 1;
  const times = isMore ? ratio : 1 / ratio;
  if (times >= 2) {
    const many = { times: timesText(times) };
    return isMore ? t("{times} times as much", many) : t("{times} times less", many);
  }
  const share = { percent: `${threeDigits(Math.abs(ratio - 1) * 100)}\u00a0%` };
  return isMore ? t("{percent} more", share) : t("{percent} less", share);
}

/** Whether nobody would tell the two apart. */
export function isSame(ratio: number): boolean {
  return Math.abs(ratio - 1) < 0.001;
}

/** Three digits, and above a thousand as counts are written. */
function timesText(times: number): string {
  return times < 1_000 ? threeDigits(times) : formatCount(Math.round(times));
}
