/**
 * Recorded actions as "Break something" takes them: the verb, its fields, its checks.
 */

import type { Action } from "../../web/engine/types";

/** Fields of "Break something", by their labels, and the verb in its list. */
export interface Filled {
  verb: string;
  fields: Record<string, string>;
  checks?: string[];
}

export function formOf(action: Action): Filled | null {
  const range: Record<string, string> =
    "range" in action && action.range !== undefined ? { Range: String(action.range) } : {};
  switch (action.do) {
    case "cut":
      return {
        verb: "Cut a link",
        fields: { From: action.from, To: action.to },
        ...oneWay(action),
      };
    case "isolate":
      return { verb: "Isolate a zone or a node", fields: { Place: action.place } };
    case "degrade":
      return degraded(action);
    case "crash":
      return { verb: "Crash a store or a gateway", fields: { "Store or gateway": action.store } };
    case "pause":
      return { verb: "Pause a store", fields: { Store: action.store } };
    case "campaign":
      return { verb: "Start an election", fields: { Store: action.store, ...range } };
    case "transfer":
      return {
        verb: "Transfer leadership",
        fields: { "Store that shall lead": action.to, ...range },
      };
    case "set_clock":
      return {
        verb: "Set a clock’s drift",
        fields: {
          "Store or gateway": action.store,
          "Clock drift": String(action.drift_ppm / 10_000),
        },
      };
    case "add_replica":
      return { verb: "Add a replica", fields: { Store: action.store, ...range } };
    case "remove_replica":
      return { verb: "Remove a replica", fields: { Store: action.store, ...range } };
    case "move_replica":
      return {
        verb: "Move a replica",
        fields: { "From store": action.from, "To store": action.to, ...range },
      };
    default:
      return null;
  }
}

function oneWay(action: { one_way?: boolean }): Pick<Filled, "checks"> {
  return action.one_way === true ? { checks: ["One way only"] } : {};
}

function degraded(action: Extract<Action, { do: "degrade" }>): Filled | null {
  const delay = /^([\d.]+)(ms|s)$/.exec(action.delay ?? "0ms");
  if (action.jitter !== undefined || action.bandwidth !== undefined || delay === null) return null;
  const delayMs = Number(delay[1]) * (delay[2] === "s" ? 1_000 : 1);
  return {
    verb: "Degrade a link",
    fields: {
      From: action.from,
      To: action.to,
      Delay: String(delayMs),
      "Packet loss": String((action.loss ?? 0) * 100),
    },
    ...oneWay(action),
  };
}
