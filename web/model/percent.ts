/** Shares as text. Pure. */

const GAP = "\u00a0";

/** From -1 to 1; no more digits than a few hundred runs can tell. */
export function percentText(share: number): string {
  const percent = Math.abs(share) * 100;
  const isWhole = percent >= 10 && percent <= 99;
  const digits = isWhole || Number.isInteger(percent) ? 0 : 1;
  const sign = share < 0 && percent > 0 ? "\u2212" : "";
  return `${sign}${percent.toFixed(digits)}${GAP}%`;
}
