/** A lane's figure beside the other run's: one figure where nobody could tell them apart. */

import { t } from "@/language/words";

/** Beside a figure that is told already: "vs 40 ms", or "in both". */
export function besideText(own: string, other: string): string {
  return own === other ? t("in both") : t("vs {other}", { other });
}

/** "36 ms vs 40 ms", or "36 ms in both". */
export function pairText(own: string, other: string): string {
  return own === other ? t("{own} in both", { own }) : t("{own} vs {other}", { own, other });
}
