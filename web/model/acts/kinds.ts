/**
 * Every kind of action that a scenario file can hold: what it is called, and of which fields it is
 * made. The compiler holds the table to the engine's own type: a kind or a field that is left out
 * does not compile. Must not know how a form looks.
 */

import type { Action } from "@/engine/types";
import { msg } from "@/language/words";
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
  | "chances"
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

const RANGE = may("range", msg("Range"));
const STORE = need("store", msg("Store"));
const MACHINE = need("machine", msg("Store or gateway"));
const ONE_WAY = may("flag", msg("One way only"));
const ENDS = { from: need("place", msg("From")), to: need("place", msg("To")) } as const;
const REQUEST = {
  from: need("gateway", msg("From gateway")),
  key: need("key", msg("Key")),
} as const;
const NAMED = {
  from: need("gateway", msg("From gateway")),
  keys: need("keys", msg("Keys")),
} as const;
const WRITTEN = { ...NAMED, bytes: may("count", msg("Bytes of each value")) } as const;
const MODE = may("mode", msg("Read mode"));

/** In the order in which they are offered. */
export const KINDS: { readonly [K in ActKind]-?: Kind<K> } = {
  cut: { ...VERB_WORDS.cut, fields: { ...ENDS, one_way: ONE_WAY } },
  isolate: { ...VERB_WORDS.isolate, fields: { place: need("place", msg("Place")) } },
  degrade: {
    ...VERB_WORDS.degrade,
    text: msg("The link gets slower, lossy or narrower; what is left empty stays as it is."),
    fields: {
      ...ENDS,
      one_way: ONE_WAY,
      delay: may("duration", msg("Delay")),
      jitter: may("duration", msg("Jitter")),
      loss: may("share", msg("Packet loss")),
      vanish: may("share", msg("Message loss")),
      bandwidth: may("bandwidth", msg("Bandwidth")),
    },
  },
  heal: {
    label: msg("Heal a fault, or all of the network"),
    button: msg("Heal"),
    text: msg("Ends one standing fault; without a name every fault of the network."),
    fields: { fault: may("fault", msg("Fault")) },
  },
  crash: { ...VERB_WORDS.crash, fields: { store: MACHINE } },
  restart: { ...VERB_WORDS.restart, fields: { store: MACHINE } },
  pause: { ...VERB_WORDS.pause, fields: { store: STORE } },
  resume: { ...VERB_WORDS.resume, fields: { store: STORE } },
  campaign: { ...VERB_WORDS.campaign, fields: { store: STORE, range: RANGE } },
  transfer: {
    ...VERB_WORDS.transfer,
    fields: { to: need("store", msg("Store that shall lead")), range: RANGE },
  },
  start: {
    label: msg("Start a load"),
    button: msg("Start"),
    text: msg("The load’s clients begin to send requests."),
    fields: { workload: need("workload", msg("Load")) },
  },
  stop: {
    label: msg("Stop a load"),
    button: msg("Stop"),
    text: msg("The load’s clients send no further requests."),
    fields: { workload: need("workload", msg("Load")) },
  },
  set: {
    label: msg("Change settings"),
    button: msg("Set"),
    text: msg("Switches stand so from now on; what is left out keeps its value."),
    fields: { settings: need("settings", msg("Settings")) },
  },
  get: {
    label: msg("Get a row"),
    button: msg("Get"),
    text: msg("One client reads one row, once."),
    fields: { ...REQUEST, read_mode: MODE },
  },
  put: {
    label: msg("Put a row"),
    button: msg("Put"),
    text: msg("One client writes one row, once."),
    fields: { ...REQUEST, bytes: may("count", msg("Bytes of the value")) },
  },
  scan: {
    label: msg("Scan rows"),
    button: msg("Scan"),
    text: msg("One client reads neighbouring rows, once."),
    fields: { ...REQUEST, rows: need("count", msg("Rows")), read_mode: MODE },
  },
  statement: {
    label: msg("Read several rows at once"),
    button: msg("Statement"),
    text: msg(
      "One client reads the rows of a list in one statement, at one moment where there are timestamps.",
    ),
    fields: { ...NAMED, read_mode: MODE },
  },
  update: {
    label: msg("Read and write several rows at once"),
    button: msg("Update"),
    text: msg(
      "One transaction reads the rows of a list and writes all or none. It needs timestamps.",
    ),
    fields: WRITTEN,
  },
  insert: {
    label: msg("Insert several rows at once"),
    button: msg("Insert"),
    text: msg(
      "One transaction writes the rows of a list without reading, all or none. It needs timestamps.",
    ),
    fields: WRITTEN,
  },
  add_replica: {
    ...VERB_WORDS.add_replica,
    fields: {
      store: STORE,
      range: RANGE,
      learner: may("flag", msg("Keep it a learner (no vote)")),
    },
  },
  remove_replica: { ...VERB_WORDS.remove_replica, fields: { store: STORE, range: RANGE } },
  move_replica: {
    ...VERB_WORDS.move_replica,
    fields: {
      from: need("store", msg("From store")),
      to: need("store", msg("To store")),
      range: RANGE,
    },
  },
  split: {
    ...VERB_WORDS.split,
    fields: { range: RANGE, key: need("key", msg("First key of the new range")) },
  },
  merge: {
    ...VERB_WORDS.merge,
    fields: { range: need("range", msg("Range")), into: need("range", msg("Into range")) },
  },
  resize: {
    label: msg("Change a size"),
    button: msg("Resize"),
    text: msg("A machine, a link, a load or a cost has another size from now on."),
    fields: {
      what: need("tunable", msg("What of it")),
      of: need("of", msg("Of what")),
      to: need("size", msg("New size")),
    },
  },
  set_clock: {
    ...VERB_WORDS.set_clock,
    fields: { store: MACHINE, drift_ppm: need("ppm", msg("Clock drift")) },
  },
  corrupt_next: {
    ...VERB_WORDS.corrupt_next,
    text: msg(
      "Flips a bit in each of the next appends with entries; the receiver’s checksum fails and it closes the connection.",
    ),
    fields: { ...ENDS, messages: may("count", msg("Appends")) },
  },
  corrupt: {
    label: msg("Corrupt a message in flight"),
    button: msg("Corrupt"),
    text: msg("Flips a bit of a Raft message by its number, as a recording knows it."),
    fields: { message: need("count", msg("Number of the message")) },
  },
  drop: {
    label: msg("Drop a message in flight"),
    button: msg("Drop"),
    text: msg("Removes a message by its number, as a recording knows it."),
    fields: { message: need("count", msg("Number of the message")) },
  },
  redraw: {
    label: msg("Draw chance anew"),
    button: msg("Draw anew"),
    text: msg("Another future of the run: from now on chance is drawn from another stream."),
    fields: {
      stream: need("count", msg("Number of the future")),
      of: may("chances", msg("What is drawn anew")),
    },
  },
};

/** Kinds that a person adds by hand; of the others it is said elsewhere how they come about. */
export const OFFERED_KINDS: readonly ActKind[] = (Object.keys(KINDS) as ActKind[]).filter(
  (kind) => kind !== "redraw",
);

export function isActKind(word: unknown): word is ActKind {
  return typeof word === "string" && Object.hasOwn(KINDS, word);
}

/** The fields of a kind, in the order in which they are asked for. */
export function fieldsOf(kind: ActKind): [string, ActField][] {
  return Object.entries(KINDS[kind].fields);
}
