/** How long a leader may answer alone, and up to when a replica may be read alone, in words. */

import { digits } from "@/language/numbers";
import { msg, t } from "@/language/words";
import { formatDuration } from "./units";

const VALID = 1;
const PPM_PER_PERCENT = 10_000;
const LEASES = ["", msg("lease"), msg("lease suspended"), msg("lease expired")];

/** "lease 420 ms"; "" where nobody uses leases. */
export function leaseText(state: number, leftUs: number): string {
  const text = LEASES[state] ?? "";
  if (text === "") return "";
  return state === VALID ? t("lease {left}", { left: formatDuration(leftUs) }) : t(text);
}

/** "while clocks’ rates differ by less than 7.44 %"; null where nobody else can be elected. */
export function toleratedDriftText(ppm: number | null): string {
  if (ppm === null) return t("whatever clocks do: nobody else can be elected");
  if (ppm <= 0) return t("not even while clocks run alike");
  const rate =
    ppm < PPM_PER_PERCENT / 10
      ? `${digits(ppm / PPM_PER_PERCENT, 4)} %`
      : `${digits(ppm / PPM_PER_PERCENT, 2, true)} %`;
  return t("while clocks’ rates differ by less than {rate}", { rate });
}

/** "90 % slow", "0.15 % fast": a clock’s rate against true time. */
export function clockRateText(ppm: number): string {
  if (ppm === 0) return t("runs right");
  const share = `${digits(Math.abs(ppm) / PPM_PER_PERCENT, 4)} %`;
  return ppm > 0 ? t("runs {share} fast", { share }) : t("runs {share} slow", { share });
}

/** "safe 3 s ago"; "" where nobody keeps safe times. */
export function safeText(lagUs: number): string {
  return lagUs < 0 ? "" : t("safe {lag} ago", { lag: formatDuration(lagUs) });
}
