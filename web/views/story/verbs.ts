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
  | "corrupt_next";

export type Field = "from" | "to" | "place" | "store" | "oneWay" | "range" | "link";

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
    text: "The link gets slower, lossy or narrow; what is left at 0 stays as it is.",
    fields: ["from", "to", "oneWay", "link"],
  },
  {
    id: "crash",
    label: "Crash a store",
    button: "Crash",
    text: "The store stops and loses what it had not flushed to its disk.",
    fields: ["store"],
  },
  {
    id: "restart",
    label: "Restart a store",
    button: "Restart",
    text: "A crashed store starts again from what its disk has.",
    fields: ["store"],
  },
  {
    id: "pause",
    label: "Pause a store",
    button: "Pause",
    text: "The store freezes, as in a long garbage collection; it loses nothing.",
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
    id: "campaign",
    label: "Start an election",
    button: "Campaign",
    text: "The store’s replica asks for votes now instead of waiting for its timeout.",
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
];

/** What the form holds; numbers of a degraded link are 0 when unchanged. */
export interface Form {
  from: string;
  to: string;
  place: string;
  store: string;
  range: string;
  oneWay: boolean;
  delayMs: number;
  jitterMs: number;
  lossPercent: number;
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
    case "pause":
    case "resume":
      return { do: verb, store: form.store };
    case "campaign":
      return { do: "campaign", store: form.store, range: Number(form.range) };
    case "transfer":
      return { do: "transfer", to: form.store, range: Number(form.range) };
    case "corrupt_next":
      if (form.from === form.to) return "A link has two different ends.";
      return { do: verb, from: form.from, to: form.to, messages: 1 };
  }
}

function degradeOf(form: Form): Action | string {
  const { from, to, oneWay, delayMs, jitterMs, lossPercent, bandwidthMbps } = form;
  if (from === to) return "A link has two different ends.";
  if (delayMs + jitterMs + lossPercent + bandwidthMbps === 0) {
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
    ...(bandwidthMbps > 0 ? { bandwidth: megabitsText(bandwidthMbps) } : {}),
  };
}
