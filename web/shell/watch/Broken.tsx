/** The broken promise, where one is and may be told. */

import { t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { BrokenNote, Lazy } from "../lazyParts";

export function Broken() {
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  const isBroken = useSim(({ broken }) => broken !== null) && !hideVerdicts;
  if (!isBroken) return null;
  return (
    <Lazy name={t("The broken promise")}>
      <BrokenNote />
    </Lazy>
  );
}
