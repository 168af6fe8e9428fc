/** What two runs beside each other are called: by what differs between them now. Pure. */

import type { Settings } from "@/engine/types";
import { t, translate } from "@/language/words";
import { titleOf } from "@/model/switches";
import type { SimState } from "../simState";

type TitledRun = Pick<SimState, "world" | "frame">;

export function besideTitles(
  a: TitledRun,
  b: TitledRun,
  names: [string, string] | null = null,
): [string, string] {
  if (names !== null) return names;
  const one = a.frame?.settings;
  const other = b.frame?.settings;
  if (one !== undefined && other !== undefined) {
    const all = a.world?.switches ?? [];
    const differing = all.filter(({ key }) => String(one[key]) !== String(other[key]));
    if (differing.length > 0) {
      const words = (settings: Settings) =>
        differing.map((info) => titleOf(info, settings[info.key])).join(t(", "));
      return [words(one), words(other)];
    }
  }
  const variants: [string, string] = [variantTitle(a), variantTitle(b)];
  return variants[0] === variants[1] ? [t("first run"), t("second run")] : variants;
}

function variantTitle({ world }: TitledRun): string {
  return translate(world?.variants.find(({ id }) => id === world.variant)?.title ?? "");
}
