/** A broken promise in words: what was read, and the fewest operations without an order. */

import type { BrokenPromise, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import { OP_INFO } from "@/model/ops";
import { formatDuration, formatInstant } from "@/model/units";

type BrokenRead = BrokenPromise["read"];
type Witness = BrokenPromise["operations"][number];

export interface Operation {
  request: number;
  writes: boolean;
  /** "reads 41", "writes 42". */
  did: string;
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
  text: string;
  why: string;
  operations: readonly Operation[];
}

export function brokenOf({ at_us, read, operations: all }: BrokenPromise, world: World): Broken {
  const { request, key, value } = read;
  const operations = all.map((witness) => operationOf(witness, world, request));
  operations.sort((a, b) => a.from_us - b.from_us || a.request - b.request);
  const own = operations.find(({ isBroken }) => isBroken);
  const said = { request, key, value: valueText(value) };
  const text =
    own === undefined || own.mode === ""
      ? t("r{request} read k{key} and got {value}.", said)
      : t("r{request} read k{key} in mode {mode} and got {value}.", { ...said, mode: own.mode });
  return { at_us, request, key, text, why: whyText(read, operations), operations };
}

function whyText(read: BrokenRead, operations: readonly Operation[]): string {
  const why = brokenText(read);
  const { how } = read.broken;
  if (how !== "replaced" && how !== "unknown") return t("{why}.", { why });
  return t(
    "{why}. No order of these {n, plural, one {# operation} other {# operations}} explains what the clients saw.",
    { why, n: operations.length },
  );
}

function brokenText({ broken, value }: BrokenRead): string {
  switch (broken.how) {
    case "replaced":
      return t(
        "{by} had replaced it, and was acknowledged or had been read before this read was sent",
        { by: valueText(broken.by) },
      );
    case "unknown":
      return t("Nobody had written {value} there, or it had been replaced long before", {
        value: valueText(value),
      });
    case "too-old":
      return t(
        "It is {age} old, and its bound and the clocks’ skew allow {allowed}: {by} had been acknowledged by then",
        {
          age: formatDuration(broken.age_us),
          allowed: formatDuration(broken.bound_us + broken.skew_us),
          by: valueText(broken.by),
        },
      );
    case "missed":
      return t("It is a read of {instant}, and {by} had been acknowledged before", {
        instant: formatInstant(broken.read_us),
        by: valueText(broken.by),
      });
    case "early":
      return t("It is a read of {instant}, and this value was sent later", {
        instant: formatInstant(broken.read_us),
      });
    case "write-failed":
      return t("The write of this value failed: it was never to be seen");
    case "torn":
      return t(
        "The same read saw {late} of k{key}, and {by} had replaced this value before: its rows are of no one moment",
        {
          late: valueText(broken.late_value),
          key: broken.late_key,
          by: valueText(broken.by),
        },
      );
  }
}

function operationOf(witness: Witness, world: World, broken: number): Operation {
  const { request, op, mode, value, invoked_us, completed_us } = witness;
  const { writes } = OP_INFO[op];
  const label = world.read_modes.find((known) => known.id === mode)?.label ?? "";
  return {
    request,
    writes,
    did: writes
      ? t("writes {value}", { value: valueText(value) })
      : t("reads {value}", { value: valueText(value) }),
    mode: writes ? "" : translate(label),
    from_us: invoked_us,
    to_us: completed_us,
    isBroken: request === broken,
  };
}

/** Values are the numbers of the requests that wrote them; 0 is what was there at the start. */
function valueText(value: number): string {
  return value === 0 ? t("the first value") : String(value);
}

/** "8.100 000 s, for 12 ms". */
export function whenText({ from_us, to_us }: Operation): string {
  const from = formatInstant(from_us);
  return to_us === null
    ? t("sent {from}, never answered", { from })
    : t("sent {from}, took {time}", { from, time: formatDuration(to_us - from_us) });
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
