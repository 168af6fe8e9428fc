/**
 * Ratios as a person tells them. Pure.
 */

import { t } from "@/language/words";
import { formatCount, threeDigits } from "./units";

/** By how much the second run has more or less: "257 times less", "12 % more". */
export function ratioText(ratio: number | null): string {
  if (ratio === null) return "–";
  if (isSame(ratio)) return t("the same");
  if (ratio === 0) return t("none");
  const times = timesText(Math.max(ratio, 1 / ratio));
  if (ratio >= 2) return t("{times} times more", { times });
  if (ratio <= 0.5) return t("{times} times less", { times });
  const percent = threeDigits(Math.abs(ratio - 1) * 100);
  return ratio > 1
    ? t("{percent}\u00a0% more", { percent })
    : t("{percent}\u00a0% less", { percent });
}

/** Whether nobody would tell the two apart. */
export function isSame(ratio: number): boolean {
  return ratio === 1 || (ratio > 0.5 && Math.abs(ratio - 1) * 100 < 0.1);
}

/** Three digits, and above a thousand as counts are written. */
function timesText(times: number): string {
  return times < 1_000 ? threeDigits(times) : formatCount(Math.round(times));
}
