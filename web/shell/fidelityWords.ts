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

/** Our figure, how far it is from the other, and how much of that is chance. */
export function hereWords(row: FidelityRow, here: FidelityOurs[string]): string {
  const words = besideWords(row, here);
  const { over_seeds: span } = here;
  const seeds = row.ours?.seeds;
  if (span === undefined || seeds === undefined) return words;
  const write = WRITTEN[row.unit];
  const ends = { least: write(span.least), most: write(span.most) };
  return t("{words}; the median of {seeds} seeds, {least} to {most}", { words, seeds, ...ends });
}

/** Within a span that was published a figure is not far from it. */
function besideWords(row: FidelityRow, { value, ratio }: FidelityOurs[string]): string {
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
