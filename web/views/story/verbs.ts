/**
 * The verbs of "Do something": which fields each needs and the action it makes. Pure, so that the
 * form is only a form.
 */

import type { Action } from "@/protocol/engine";
import { megabitsText, millisecondsText } from "./durations";

export type VerbId =
  | "cut"
  | "isolate"
  | "degrade"
  | "crash"
  | "restart"
  | "pause"
  | "resume"
  | "campaign"
  | "transfer"
  | "set_clock"
  | "corrupt_next"
  | "add_replica"
  | "remove_replica"
  | "move_replica"
  | "split"
  | "merge";

export type Field =
  | "from"
  | "to"
  | "place"
  | "store"
  | "machine"
  | "toStore"
  | "oneWay"
  | "range"
  | "key"
  | "into"
  | "learner"
  | "drift"
  | "link";

export interface Verb {
  id: VerbId;
  /** In the list of what can be done. */
  label: string;
  /** On the button. */
  button: string;
  /** One sentence: what it does. */
  text: string;
  fields: readonly Field[];
}

export const VERBS: readonly Verb[] = [
  {
    id: "cut",
    label: "Cut a link",
    button: "Cut",
    text: "Messages between the two places are lost until the cut is healed.",
    fields: ["from", "to", "oneWay"],
  },
  {
    id: "isolate",
    label: "Isolate a place",
    button: "Isolate",
    text: "Cuts every link of the place to all others, in both directions.",
    fields: ["place"],
  },
  {
    id: "degrade",
    label: "Degrade a link",
    button: "Degrade",
    text: "The link gets slower, lossy or narrow; what is left at 0 stays as it is. A lost packet is sent again by TCP, after some 200 ms when nothing follows it, so it shows as delay; a message that vanishes is gone, as without TCP.",
    fields: ["from", "to", "oneWay", "link"],
  },
  {
    id: "crash",
    label: "Crash a store or a gateway",
    button: "Crash",
    text: "The store loses power: what it had not flushed to its disk is gone, and so is what is on its way to it or from it. A gateway’s process ends: it forgets its requests and leaves its locks.",
    fields: ["machine"],
  },
  {
    id: "restart",
    label: "Restart a store or a gateway",
    button: "Restart",
    text: "A crashed store starts again from what its disk has, a gateway from nothing.",
    fields: ["machine"],
  },
  {
    id: "pause",
    label: "Pause a store",
    button: "Pause",
    text: "The store freezes, as in a long garbage collection. Its timers fire late; messages wait in the buffers of its connections, 10 MiB each, and senders let go of what finds them full.",
    fields: ["store"],
  },
  {
    id: "resume",
    label: "Resume a store",
    button: "Resume",
    text: "A paused store goes on where it was, and does not know that time has passed.",
    fields: ["store"],
  },
  {
    id: "set_clock",
    label: "Set a clock’s rate",
    button: "Set",
    text: "The store’s clock gains or loses so much from now on; it does not jump. Leases are measured by it.",
    fields: ["store", "drift"],
  },
  {
    id: "campaign",
    label: "Start an election",
    button: "Campaign",
    text: "The store’s replica asks for votes now instead of waiting for its timeout; not within an election timeout of its leader’s word, for then its own vote is promised.",
    fields: ["store", "range"],
  },
  {
    id: "transfer",
    label: "Transfer leadership",
    button: "Transfer",
    text: "The leader hands over to the chosen store once that has the whole log.",
    fields: ["store", "range"],
  },
  {
    id: "corrupt_next",
    label: "Damage a message",
    button: "Damage",
    text: "A bit of the next append with entries flips on the way; the receiver cannot read it and closes the connection.",
    fields: ["from", "to"],
  },
  {
    id: "add_replica",
    label: "Add a replica",
    button: "Add",
    text: "The store gets a learner of the range; it becomes a voter when it has caught up.",
    fields: ["store", "range", "learner"],
  },
  {
    id: "remove_replica",
    label: "Remove a replica",
    button: "Remove",
    text: "The range gives up its replica on the store. A leader hands over first.",
    fields: ["store", "range"],
  },
  {
    id: "move_replica",
    label: "Move a replica",
    button: "Move",
    text: "The new store catches up as a learner; then both change places at once, by joint consensus.",
    fields: ["store", "toStore", "range"],
  },
  {
    id: "split",
    label: "Split a range",
    button: "Split",
    text: "From the key on the rows become a range of their own, on the same stores.",
    fields: ["range", "key"],
  },
  {
    id: "merge",
    label: "Merge two ranges",
    button: "Merge",
    text: "The range takes no more writes and goes into its neighbour.",
    fields: ["range", "into"],
  },
];

/** What the form holds; numbers of a degraded link are 0 when unchanged. */
export interface Form {
  from: string;
  to: string;
  place: string;
  store: string;
  /** A store or a gateway. */
  machine: string;
  /** Where a replica moves to. */
  toStore: string;
  range: string;
  /** First key of a new range. */
  key: number;
  /** The range that takes another in. */
  into: string;
  /** A new replica stays without a vote. */
  learner: boolean;
  /** What a clock gains, in parts of a hundred; less than 0: it loses. */
  driftPercent: number;
  oneWay: boolean;
  delayMs: number;
  jitterMs: number;
  lossPercent: number;
  vanishPercent: number;
  bandwidthMbps: number;
}

/** The action, or the sentence that says why there is none. */
export function actionOf(verb: VerbId, form: Form): Action | string {
  switch (verb) {
    case "cut":
      if (form.from === form.to) return "A link has two different ends.";
      return { do: "cut", from: form.from, to: form.to, one_way: form.oneWay };
    case "isolate":
      return { do: "isolate", place: form.place };
    case "degrade":
      return degradeOf(form);
    case "crash":
    case "restart":
      return { do: verb, store: form.machine };
    case "pause":
    case "resume":
      return { do: verb, store: form.store };
    case "set_clock":
      return { do: verb, store: form.store, drift_ppm: Math.round(form.driftPercent * 10_000) };
    case "campaign":
      return { do: "campaign", store: form.store, range: Number(form.range) };
    case "transfer":
      return { do: "transfer", to: form.store, range: Number(form.range) };
    case "add_replica":
      return { do: verb, store: form.store, range: Number(form.range), learner: form.learner };
    case "remove_replica":
      return { do: verb, store: form.store, range: Number(form.range) };
    case "move_replica":
      if (form.store === form.toStore) return "A replica moves to another store.";
      return { do: verb, from: form.store, to: form.toStore, range: Number(form.range) };
    case "split":
      return { do: verb, range: Number(form.range), key: form.key };
    case "merge":
      if (form.range === form.into) return "A range goes into another one.";
      return { do: verb, range: Number(form.range), into: Number(form.into) };
    case "corrupt_next":
      if (form.from === form.to) return "A link has two different ends.";
      return { do: verb, from: form.from, to: form.to, messages: 1 };
  }
}

function degradeOf(form: Form): Action | string {
  const { from, to, oneWay, delayMs, jitterMs, lossPercent, vanishPercent, bandwidthMbps } = form;
  if (from === to) return "A link has two different ends.";
  if (delayMs + jitterMs + lossPercent + vanishPercent + bandwidthMbps === 0) {
    return "Give a delay, a jitter, a loss or a bandwidth.";
  }
  return {
    do: "degrade",
    from,
    to,
    one_way: oneWay,
    ...(delayMs > 0 ? { delay: millisecondsText(delayMs) } : {}),
    ...(jitterMs > 0 ? { jitter: millisecondsText(jitterMs) } : {}),
    ...(lossPercent > 0 ? { loss: lossPercent / 100 } : {}),
    ...(vanishPercent > 0 ? { vanish: vanishPercent / 100 } : {}),
    ...(bandwidthMbps > 0 ? { bandwidth: megabitsText(bandwidthMbps) } : {}),
  };
}
