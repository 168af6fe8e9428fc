/** What ends an active fault. */

import type { Action, FaultView } from "@/engine/types";

/** A link heals; a store that crashed restarts, one that is paused resumes. */
export function cureOf(fault: FaultView): { verb: string; action: Action } {
  if (fault.kind === "crash") {
    return { verb: "Restart", action: { do: "restart", store: fault.from } };
  }
  if (fault.kind === "pause") {
    return { verb: "Resume", action: { do: "resume", store: fault.from } };
  }
  return { verb: "Heal", action: { do: "heal", fault: fault.id } };
}
