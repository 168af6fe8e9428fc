/**
 * Every kind of action that a scenario file can hold: what it is called, and of which fields it is
 * made. The compiler holds the table to the engine's own type: a kind or a field that is left out
 * does not compile. Must not know how a form looks.
 */

import type { Action } from "@/engine/types";
import { VERB_WORDS, type VerbWords } from "./words";

export type ActKind = Action["do"];

/** What a field holds, by which it is asked for. */
export type FieldIs =
  | "place"
  | "store"
  | "machine"
  | "gateway"
  | "workload"
  | "range"
  | "key"
  | "keys"
  | "count"
  | "flag"
  | "duration"
  | "share"
  | "bandwidth"
  | "fault"
  | "mode"
  | "tunable"
  | "of"
  | "size"
  | "ppm"
  | "settings";

export interface ActField<Optional extends boolean = boolean> {
  is: FieldIs;
  label: string;
  /** Without it the engine takes what its schema says. */
  optional: Optional;
}

type Act<K extends ActKind> = Extract<Action, { do: K }>;
type IsOptional<A, F extends keyof A> = Record<never, never> extends Pick<A, F> ? true : false;

export interface Kind<K extends ActKind = ActKind> extends VerbWords {
  fields: { readonly [F in Exclude<keyof Act<K>, "do">]: ActField<IsOptional<Act<K>, F>> };
}

function need(is: FieldIs, label: string): ActField<false> {
  return { is, label, optional: false };
}

function may(is: FieldIs, label: string): ActField<true> {
  return { is, label, optional: true };
}

const RANGE = may("range", "Range");
const STORE = need("store", "Store");
const MACHINE = need("machine", "Store or gateway");
const ONE_WAY = may("flag", "One way only");
const ENDS = { from: need("place", "From"), to: need("place", "To") } as const;
const REQUEST = { from: need("gateway", "From gateway"), key: need("key", "Key") } as const;
const NAMED = { from: need("gateway", "From gateway"), keys: need("keys", "Keys") } as const;
const WRITTEN = { ...NAMED, bytes: may("count", "Bytes of each value") } as const;
const MODE = may("mode", "Read mode");

/** In the order in which they are offered. */
export const KINDS: { readonly [K in ActKind]-?: Kind<K> } = {
  cut: { ...VERB_WORDS.cut, fields: { ...ENDS, one_way: ONE_WAY } },
  isolate: { ...VERB_WORDS.isolate, fields: { place: need("place", "Place") } },
  degrade: {
    ...VERB_WORDS.degrade,
    text: "The link gets slower, lossy or narrower; what is left empty stays as it is.",
    fields: {
      ...ENDS,
      one_way: ONE_WAY,
      delay: may("duration", "Delay"),
      jitter: may("duration", "Jitter"),
      loss: may("share", "Packet loss"),
      vanish: may("share", "Message loss"),
      bandwidth: may("bandwidth", "Bandwidth"),
    },
  },
  heal: {
    label: "Heal a fault, or all of the network",
    button: "Heal",
    text: "Ends one standing fault; without a name every fault of the network.",
    fields: { fault: may("fault", "Fault") },
  },
  crash: { ...VERB_WORDS.crash, fields: { store: MACHINE } },
  restart: { ...VERB_WORDS.restart, fields: { store: MACHINE } },
  pause: { ...VERB_WORDS.pause, fields: { store: STORE } },
  resume: { ...VERB_WORDS.resume, fields: { store: STORE } },
  campaign: { ...VERB_WORDS.campaign, fields: { store: STORE, range: RANGE } },
  transfer: {
    ...VERB_WORDS.transfer,
    fields: { to: need("store", "Store that shall lead"), range: RANGE },
  },
  start: {
    label: "Start a load",
    button: "Start",
    text: "The load’s clients begin to send requests.",
    fields: { workload: need("workload", "Load") },
  },
  stop: {
    label: "Stop a load",
    button: "Stop",
    text: "The load’s clients send no further requests.",
    fields: { workload: need("workload", "Load") },
  },
  set: {
    label: "Change settings",
    button: "Set",
    text: "Switches stand so from now on; what is left out keeps its value.",
    fields: { settings: need("settings", "Settings") },
  },
  get: {
    label: "Get a row",
    button: "Get",
    text: "One client reads one row, once.",
    fields: { ...REQUEST, read_mode: MODE },
  },
  put: {
    label: "Put a row",
    button: "Put",
    text: "One client writes one row, once.",
    fields: { ...REQUEST, bytes: may("count", "Bytes of the value") },
  },
  scan: {
    label: "Scan rows",
    button: "Scan",
    text: "One client reads neighbouring rows, once.",
    fields: { ...REQUEST, rows: need("count", "Rows"), read_mode: MODE },
  },
  statement: {
    label: "Read several rows at once",
    button: "Statement",
    text: "One client reads the rows of a list in one statement, at one moment where there are timestamps.",
    fields: { ...NAMED, read_mode: MODE },
  },
  update: {
    label: "Read and write several rows at once",
    button: "Update",
    text: "One transaction reads the rows of a list and writes all or none. It needs timestamps.",
    fields: WRITTEN,
  },
  insert: {
    label: "Insert several rows at once",
    button: "Insert",
    text: "One transaction writes the rows of a list without reading, all or none. It needs timestamps.",
    fields: WRITTEN,
  },
  add_replica: {
    ...VERB_WORDS.add_replica,
    fields: { store: STORE, range: RANGE, learner: may("flag", "Keep it a learner (no vote)") },
  },
  remove_replica: { ...VERB_WORDS.remove_replica, fields: { store: STORE, range: RANGE } },
  move_replica: {
    ...VERB_WORDS.move_replica,
    fields: { from: need("store", "From store"), to: need("store", "To store"), range: RANGE },
  },
  split: {
    ...VERB_WORDS.split,
    fields: { range: RANGE, key: need("key", "First key of the new range") },
  },
  merge: {
    ...VERB_WORDS.merge,
    fields: { range: need("range", "Range"), into: need("range", "Into range") },
  },
  resize: {
    label: "Change a size",
    button: "Resize",
    text: "A machine, a link, a load or a cost has another size from now on.",
    fields: {
      what: need("tunable", "What of it"),
      of: need("of", "Of what"),
      to: need("size", "New size"),
    },
  },
  set_clock: {
    ...VERB_WORDS.set_clock,
    fields: { store: MACHINE, drift_ppm: need("ppm", "Clock drift") },
  },
  corrupt_next: {
    ...VERB_WORDS.corrupt_next,
    text: "Flips a bit in each of the next appends with entries; the receiver’s checksum fails and it closes the connection.",
    fields: { ...ENDS, messages: may("count", "Appends") },
  },
  corrupt: {
    label: "Corrupt a message in flight",
    button: "Corrupt",
    text: "Flips a bit of a Raft message by its number, as a recording knows it.",
    fields: { message: need("count", "Number of the message") },
  },
  drop: {
    label: "Drop a message in flight",
    button: "Drop",
    text: "Removes a message by its number, as a recording knows it.",
    fields: { message: need("count", "Number of the message") },
  },
};

export function isActKind(word: unknown): word is ActKind {
  return typeof word === "string" && Object.hasOwn(KINDS, word);
}

/** The fields of a kind, in the order in which they are asked for. */
export function fieldsOf(kind: ActKind): [string, ActField][] {
  return Object.entries(KINDS[kind].fields);
}
