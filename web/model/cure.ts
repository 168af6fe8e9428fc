/** What ends an active fault. */

import type { Action, FaultView } from "@/engine/types";
import { t } from "@/language/words";

/** A link heals; a store that crashed restarts, one that is paused resumes. */
export function cureOf(fault: FaultView): { verb: string; action: Action } {
  if (fault.kind === "crash") {
    return { verb: t("Restart"), action: { do: "restart", store: fault.from } };
  }
  if (fault.kind === "pause") {
    return { verb: t("Resume"), action: { do: "resume", store: fault.from } };
  }
  return { verb: t("Heal"), action: { do: "heal", fault: fault.id } };
}
