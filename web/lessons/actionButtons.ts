/**
 * Actions that a step asks for, as they stand on a button. Pure.
 */

import type { Action, World } from "@/engine/types";

/** Null where an action has amounts to choose: it is done where these are entered. */
export function actionLabel(action: Action): string | null {
  switch (action.do) {
    case "crash":
      return `Crash ${action.store}`;
    case "restart":
      return `Restart ${action.store}`;
    case "pause":
      return `Pause ${action.store}`;
    case "resume":
      return `Resume ${action.store}`;
    case "transfer":
      return `Transfer leadership to ${action.to}`;
    case "isolate":
      return `Isolate ${action.place}`;
    case "cut":
      return action.one_way === true
        ? `Cut ${action.from} → ${action.to}`
        : `Cut ${action.from} from ${action.to}`;
    case "put":
      return `Put key ${action.key} through ${action.from}`;
    case "get":
      return `Get key ${action.key} through ${action.from}`;
    case "start":
      return `Start the load “${action.workload}”`;
    case "stop":
      return `Stop the load “${action.workload}”`;
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
