/**
 * Actions that a step asks for, as they stand on a button. Pure.
 */

import type { Action, World } from "@/engine/types";
import { t } from "@/language/words";

/** Null where an action has amounts to choose: it is done where these are entered. */
export function actionLabel(action: Action): string | null {
  switch (action.do) {
    case "crash":
      return t("Crash {store}", { store: action.store });
    case "restart":
      return t("Restart {store}", { store: action.store });
    case "pause":
      return t("Pause {store}", { store: action.store });
    case "resume":
      return t("Resume {store}", { store: action.store });
    case "transfer":
      return t("Transfer leadership to {to}", { to: action.to });
    case "add_replica":
      return t("Add a replica on {store}", { store: action.store });
    case "move_replica":
      return t("Move the replica of {from} to {to}", { from: action.from, to: action.to });
    case "isolate":
      return t("Isolate {place}", { place: action.place });
    case "cut":
      return action.one_way === true
        ? t("Cut {from} → {to}", { from: action.from, to: action.to })
        : t("Cut {from} from {to}", { from: action.from, to: action.to });
    case "put":
      return t("Put key {key} through {from}", { key: action.key, from: action.from });
    case "get":
      return t("Get key {key} through {from}", { key: action.key, from: action.from });
    case "heal":
      return action.fault === undefined ? t("Heal all links") : null;
    case "start":
      return t("Start the load “{workload}”", { workload: action.workload });
    case "stop":
      return t("Stop the load “{workload}”", { workload: action.workload });
    default:
      return null;
  }
}

/** The machine whose clock is to be set, by a rate that the person chooses. */
export function clockNode(
  action: Action,
  world: World | null,
): { node: number; id: string } | null {
  if (action.do !== "set_clock" || world === null) return null;
  const node = world.nodes.findIndex(({ id }) => id === action.store);
  return node < 0 ? null : { node, id: action.store };
}
