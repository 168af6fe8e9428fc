/** A fault of the tape by what it does to whom, as the subject of a sentence. Pure. */

import type { World } from "@/engine/types";
import { t } from "@/language/words";
import type { TapeIndex } from "./tapeIndex";

export function faultName(world: World, index: TapeIndex, row: number): string {
  const { a, b, flags } = index.columns;
  const bits = flags[row] ?? 0;
  const place = (column: Float64Array, bit: number): string => {
    const at = column[row] ?? 0;
    if ((bits >>> bit) & 1) return world.zones[at]?.id ?? t("zone {at}", { at });
    return world.nodes[at]?.id ?? "";
  };
  const from = place(a, 16);
  const kind = bits & 0xff;
  if (kind === 1) return t("The isolation of {from}", { from });
  if (kind === 3) return t("The crash of {from}", { from });
  if (kind === 4) return t("The pause of {from}", { from });
  const values = { from, to: place(b, 17) };
  const isBoth = ((bits >>> 8) & 1) === 1;
  if (kind === 0) {
    return isBoth
      ? t("The cut between {from} and {to}", values)
      : t("The cut from {from} to {to}", values);
  }
  return isBoth
    ? t("The degradation between {from} and {to}", values)
    : t("The degradation from {from} to {to}", values);
}
