/**
 * The verbs of "Inject a fault or action": which fields each needs and the action it makes. Pure, so that the
 * form is only a form.
 */

import type { Action } from "@/engine/types";
import { msg, t } from "@/language/words";
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
    label: msg("Cut a link"),
    button: msg("Cut"),
    text: msg("Messages between the two are lost until the cut is healed."),
    fields: ["from", "to", "oneWay"],
  },
  {
    id: "isolate",
    label: msg("Isolate a zone or a node"),
    button: msg("Isolate"),
    text: msg("Cuts all its links, in both directions."),
    fields: ["place"],
  },
  {
    id: "degrade",
    label: msg("Degrade a link"),
    button: msg("Degrade"),
    text: msg(
      "The link gets slower, lossy or narrower; 0 leaves a value as it is. TCP retransmits a lost packet, after some 200 ms when nothing follows it, so packet loss shows as delay; a lost message is gone, as without TCP.",
    ),
    fields: ["from", "to", "oneWay", "link"],
  },
  {
    id: "crash",
    label: msg("Crash a store or a gateway"),
    button: msg("Crash"),
    text: msg(
      "The store loses power: unsynced writes are gone, and so are its messages in flight. A gateway’s process dies: it forgets its requests and leaves its locks behind.",
    ),
    fields: ["machine"],
  },
  {
    id: "restart",
    label: msg("Restart a store or a gateway"),
    button: msg("Restart"),
    text: msg("A crashed store restarts from its disk, a gateway from nothing."),
    fields: ["machine"],
  },
  {
    id: "pause",
    label: msg("Pause a store"),
    button: msg("Pause"),
    text: msg(
      "The process freezes, as in a long garbage collection. Its timers fire late; messages wait in its connections’ buffers, 10 MiB each, and senders drop what does not fit.",
    ),
    fields: ["store"],
  },
  {
    id: "resume",
    label: msg("Resume a store"),
    button: msg("Resume"),
    text: msg("A paused store continues where it was, unaware that time has passed."),
    fields: ["store"],
  },
  {
    id: "set_clock",
    label: msg("Set a clock’s drift"),
    button: msg("Set"),
    text: msg(
      "The store’s clock runs that much faster or slower from now on; it does not jump. Leases are measured by it.",
    ),
    fields: ["store", "drift"],
  },
  {
    id: "campaign",
    label: msg("Start an election"),
    button: msg("Campaign"),
    text: msg(
      "The store’s replica campaigns now instead of waiting for its timeout; not within an election timeout of hearing from its leader, when its own vote is withheld.",
    ),
    fields: ["store", "range"],
  },
  {
    id: "transfer",
    label: msg("Transfer leadership"),
    button: msg("Transfer"),
    text: msg("The leader transfers leadership once the chosen store has caught up with the log."),
    fields: ["store", "range"],
  },
  {
    id: "corrupt_next",
    label: msg("Corrupt a message"),
    button: msg("Corrupt"),
    text: msg(
      "Flips a bit of the next append with entries; the receiver’s checksum fails and it closes the connection.",
    ),
    fields: ["from", "to"],
  },
  {
    id: "add_replica",
    label: msg("Add a replica"),
    button: msg("Add"),
    text: msg("The store gets a learner of the range, promoted to voter when it has caught up."),
    fields: ["store", "range", "learner"],
  },
  {
    id: "remove_replica",
    label: msg("Remove a replica"),
    button: msg("Remove"),
    text: msg("The range drops its replica on the store. A leader transfers leadership first."),
    fields: ["store", "range"],
  },
  {
    id: "move_replica",
    label: msg("Move a replica"),
    button: msg("Move"),
    text: msg(
      "The new store catches up as a learner; then the two swap at once, by joint consensus.",
    ),
    fields: ["store", "toStore", "range"],
  },
  {
    id: "split",
    label: msg("Split a range"),
    button: msg("Split"),
    text: msg("Rows from the key on become a new range, on the same stores."),
    fields: ["range", "key"],
  },
  {
    id: "merge",
    label: msg("Merge two ranges"),
    button: msg("Merge"),
    text: msg("The range stops taking writes and is merged into the one next to it."),
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
      if (form.from === form.to) return t("A link has two different ends.");
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
      if (form.store === form.toStore) return t("A replica moves to another store.");
      return { do: verb, from: form.store, to: form.toStore, range: Number(form.range) };
    case "split":
      return { do: verb, range: Number(form.range), key: form.key };
    case "merge":
      if (form.range === form.into) return t("A range goes into another one.");
      return { do: verb, range: Number(form.range), into: Number(form.into) };
    case "corrupt_next":
      if (form.from === form.to) return t("A link has two different ends.");
      return { do: verb, from: form.from, to: form.to, messages: 1 };
  }
}

function degradeOf(form: Form): Action | string {
  const { from, to, oneWay, delayMs, jitterMs, lossPercent, vanishPercent, bandwidthMbps } = form;
  if (from === to) return t("A link has two different ends.");
  if (delayMs + jitterMs + lossPercent + vanishPercent + bandwidthMbps === 0) {
    return t("Give a delay, a jitter, a loss or a bandwidth.");
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
