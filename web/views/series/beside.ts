/** A lane's figure beside the other run's: one figure where nobody could tell them apart. */

import { t } from "@/language/words";

/** Beside a figure that is told already: "against 40 ms", or "in both". */
export function besideText(own: string, other: string): string {
  return own === other ? t("in both") : t("against {other}", { other });
}

/** "36 ms against 40 ms", or "36 ms in both". */
export function pairText(own: string, other: string): string {
  return own === other ? t("{own} in both", { own }) : t("{own} against {other}", { own, other });
}
