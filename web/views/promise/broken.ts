/**
 * A broken promise in words: what was read, what had replaced it, and the fewest operations of
 * clients that cannot be put into one order. Pure; must not know how it is drawn.
 */

import type { BrokenPromise, World } from "@/engine/types";
import { formatDuration, formatInstant, plural } from "@/model/units";

type BrokenRead = BrokenPromise["read"];
type Witness = BrokenPromise["operations"][number];

export interface Operation {
  request: number;
  writes: boolean;
  /** "reads 41", "writes 42". */
  did: string;
  /** How a read was served. */
  mode: string;
  from_us: number;
  /** Null without an answer. */
  to_us: number | null;
  /** It is the read that broke the promise. */
  isBroken: boolean;
}

export interface Broken {
  at_us: number;
  request: number;
  key: number;
  /** What happened, and why no order explains it. */
  text: string;
  why: string;
  operations: readonly Operation[];
}

export function brokenOf({ at_us, read, operations: all }: BrokenPromise, world: World): Broken {
  const { request, key, value } = read;
  const operations = all.map((witness) => operationOf(witness, world, request));
  operations.sort((a, b) => a.from_us - b.from_us || a.request - b.request);
  const own = operations.find(({ isBroken }) => isBroken);
  const mode = own === undefined || own.mode === "" ? "" : ` in mode ${own.mode}`;
  const text = `r${request} read k${key}${mode} and got ${valueText(value)}.`;
  return { at_us, request, key, text, why: whyText(read, operations), operations };
}

function whyText(read: BrokenRead, operations: readonly Operation[]): string {
  const text = brokenText(read);
  const { how } = read.broken;
  if (how !== "replaced" && how !== "unknown") return `${text}.`;
  const count = plural(operations.length, "operation");
  return `${text}. No order of these ${count} explains what the clients saw.`;
}

function brokenText({ broken, value }: BrokenRead): string {
  switch (broken.how) {
    case "replaced":
      return `${valueText(broken.by)} had replaced it, and was acknowledged or had been read before this read was sent`;
    case "unknown":
      return `Nobody had written ${valueText(value)} there, or it had been replaced long before`;
    case "too-old": {
      const allowed = formatDuration(broken.bound_us + broken.skew_us);
      return `It is ${formatDuration(broken.age_us)} old, and its bound and the clocks’ skew allow ${allowed}: ${valueText(broken.by)} had been acknowledged by then`;
    }
    case "missed":
      return `It is a read of ${formatInstant(broken.read_us)}, and ${valueText(broken.by)} had been acknowledged before`;
    case "early":
      return `It is a read of ${formatInstant(broken.read_us)}, and this value was sent later`;
    case "write-failed":
      return "The write of this value failed: it was never to be seen";
    case "torn":
      return `The same read saw ${valueText(broken.late_value)} of k${broken.late_key}, and ${valueText(broken.by)} had replaced this value before: its rows are of no one moment`;
  }
}

function operationOf(witness: Witness, world: World, broken: number): Operation {
  const { request, op, mode, value, invoked_us, completed_us } = witness;
  const writes = op === "put" || op === "transfer";
  const label = world.read_modes.find((known) => known.id === mode)?.label ?? "";
  return {
    request,
    writes,
    did: `${writes ? "writes" : "reads"} ${valueText(value)}`,
    mode: writes ? "" : label,
    from_us: invoked_us,
    to_us: completed_us,
    isBroken: request === broken,
  };
}

/** Values are the numbers of the requests that wrote them; 0 is what was there at the start. */
function valueText(value: number): string {
  return value === 0 ? "the first value" : String(value);
}

/** "8.100 000 s, for 12 ms". */
export function whenText({ from_us, to_us }: Operation): string {
  const from = formatInstant(from_us);
  return to_us === null
    ? `sent ${from}, never answered`
    : `sent ${from}, took ${formatDuration(to_us - from_us)}`;
}

export interface Bar {
  operation: Operation;
  /** Shares of the picture's width. */
  x: number;
  width: number;
  /** It goes on beyond the picture: no answer came. */
  open: boolean;
}

/** Shares below this could not be seen. */
const WIDTH_MIN = 0.006;

/** Where each operation lies between the first call and the last answer. */
export function barsOf(operations: readonly Operation[]): Bar[] {
  const first = Math.min(...operations.map(({ from_us }) => from_us));
  const last = Math.max(...operations.map(({ from_us, to_us }) => Math.max(from_us, to_us ?? 0)));
  const span = Math.max(1, last - first);
  return operations.map((operation) => {
    const { from_us, to_us } = operation;
    const open = to_us === null;
    const x = (from_us - first) / span;
    const end = to_us === null ? 1 : (to_us - first) / span;
    return { operation, x: Math.min(x, 1 - WIDTH_MIN), width: Math.max(WIDTH_MIN, end - x), open };
  });
}
