/**
 * The verbs of "Break something": which fields each needs and the action it makes. Pure, so that the
 * form is only a form.
 */

import type { Action } from "@/engine/types";
import { t } from "@/language/words";
import { VERB_WORDS, type VerbId, type VerbWords } from "@/model/acts/words";
import { megabitsText, millisecondsText } from "./durations";

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

export interface Verb extends VerbWords {
  id: VerbId;
  fields: readonly Field[];
}

const FIELDS: readonly (readonly [VerbId, readonly Field[]])[] = [
  ["cut", ["from", "to", "oneWay"]],
  ["isolate", ["place"]],
  ["degrade", ["from", "to", "oneWay", "link"]],
  ["crash", ["machine"]],
  ["restart", ["machine"]],
  ["pause", ["store"]],
  ["resume", ["store"]],
  ["set_clock", ["machine", "drift"]],
  ["campaign", ["store", "range"]],
  ["transfer", ["store", "range"]],
  ["corrupt_next", ["from", "to"]],
  ["add_replica", ["store", "range", "learner"]],
  ["remove_replica", ["store", "range"]],
  ["move_replica", ["store", "toStore", "range"]],
  ["split", ["range", "key"]],
  ["merge", ["range", "into"]],
];

/** In the order in which they are offered. */
export const VERBS: readonly Verb[] = FIELDS.map(([id, fields]) => ({
  id,
  fields,
  ...VERB_WORDS[id],
}));

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
      return { do: verb, store: form.machine, drift_ppm: Math.round(form.driftPercent * 10_000) };
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
