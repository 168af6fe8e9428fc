/** What the engine comes to beside a published or measured figure, in words. Pure. */

import { t } from "@/language/words";
import {
  formatCount,
  formatDuration,
  formatShare,
  formatWholeRate,
  threeDigits,
} from "@/model/units";
import type { FidelityOurs, FidelityRow } from "@/session/fidelity";

const WRITTEN: Readonly<Record<FidelityRow["unit"], (value: number) => string>> = {
  us: formatDuration,
  per_second: formatWholeRate,
  count: formatCount,
  share: formatShare,
  ratio: (value) => t("{n} times", { n: threeDigits(value) }),
};

/** Our figure, and how far it is from the other; within a span that was published it is not far. */
export function hereWords(row: FidelityRow, { value, ratio }: FidelityOurs[string]): string {
  const figure = WRITTEN[row.unit](value);
  if (ratio === null || row.published === undefined) return figure;
  const words = { figure, n: threeDigits(ratio) };
  const isWithin = ratio === 1 && row.published.to !== undefined;
  if (isWithin)
    return row.standing === "measured"
      ? t("{figure}, within the measured span", { figure })
      : t("{figure}, within the published span", { figure });
  return row.standing === "measured"
    ? t("{figure}, {n} times the measured", words)
    : t("{figure}, {n} times the published", words);
}
