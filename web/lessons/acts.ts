/**
 * Acts that a step asks for, as they stand on a button. Pure.
 */

import type { Action, World } from "@/engine/types";

/** Null where an act has amounts to choose: it is done where these are entered. */
export function actLabel(act: Action): string | null {
  switch (act.do) {
    case "crash":
      return `Crash ${act.store}`;
    case "restart":
      return `Restart ${act.store}`;
    case "pause":
      return `Pause ${act.store}`;
    case "resume":
      return `Resume ${act.store}`;
    case "transfer":
      return `Transfer leadership to ${act.to}`;
    case "isolate":
      return `Isolate ${act.place}`;
    case "cut":
      return act.one_way === true
        ? `Cut ${act.from} → ${act.to}`
        : `Cut ${act.from} from ${act.to}`;
    case "put":
      return `Put key ${act.key} through ${act.from}`;
    case "get":
      return `Get key ${act.key} through ${act.from}`;
    case "start":
      return `Start the load “${act.workload}”`;
    case "stop":
      return `Stop the load “${act.workload}”`;
    default:
      return null;
  }
}

/** The machine whose clock is to be set, by a rate that the person chooses. */
export function clockNode(act: Action, world: World | null): { node: number; id: string } | null {
  if (act.do !== "set_clock" || world === null) return null;
  const node = world.nodes.findIndex(({ id }) => id === act.store);
  return node < 0 ? null : { node, id: act.store };
}
