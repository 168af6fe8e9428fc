/** What ends an active fault. */

import type { Action, FaultKind, FaultView } from "@/engine/types";
import { msg, t } from "@/language/words";

interface Cure {
  /** Who shows it calls `t`. */
  verb: string;
  action: (fault: FaultView) => Action;
}

const HEAL: Cure = { verb: msg("Heal"), action: ({ id }) => ({ do: "heal", fault: id }) };

const CURES: Record<FaultKind, Cure> = {
  cut: HEAL,
  isolate: HEAL,
  degrade: HEAL,
  crash: { verb: msg("Restart"), action: ({ from }) => ({ do: "restart", store: from }) },
  pause: { verb: msg("Resume"), action: ({ from }) => ({ do: "resume", store: from }) },
};

export function cureOf(fault: FaultView): { verb: string; action: Action } {
  const { verb, action } = CURES[fault.kind];
  return { verb: t(verb), action: action(fault) };
}
