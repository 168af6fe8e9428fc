/** The seed: another one is another run of the same scenario. */

import { t } from "@/language/words";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { NumberField } from "@/ui/Fields";

/** Seeds are exact in a JavaScript number. */
const SEED_MAX = 2 ** 53 - 1;

export function Seed() {
  const seed = useSim((state) => state.session?.seed);
  if (seed === undefined) return null;
  return (
    <NumberField
      label={t("seed")}
      value={seed}
      min={0}
      max={SEED_MAX}
      onChange={(next) => void sim.restart({ seed: next })}
    />
  );
}
