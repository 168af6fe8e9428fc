/**
 * A broken promise, from the engine's numbers (the layout stands in
 * core/run/src/playground/promise.rs): what was read, what had replaced it, and the fewest
 * operations of clients that cannot be put into one order. Pure; must not know how it is drawn.
 */

import { READ_MODES } from "@/lib/trace";
import { formatDuration, formatInstant, plural } from "@/lib/units";
import type { OpKind, World } from "@/protocol/engine";

const HEAD = 8;
const OPERATION = 6;
const OPS: readonly OpKind[] = ["get", "scan", "put", "statement", "transaction", "transfer"];

export interface Operation {
  request: number;
  writes: boolean;
  /** "reads 41", "writes 42". */
  did: string;
  /** How a read was served. */
  mode: string;
  from_us: number;
  /** -1 = without an answer. */
  to_us: number;
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

/** Undefined while every promise is kept. */
export function readBroken(numbers: Float64Array | null, world: World): Broken | undefined {
  if (numbers === null || numbers.length < HEAD) return undefined;
  const [at_us = 0, request = 0, key = 0, value = 0, how = 0, by = 0, ...rest] = numbers;
  const [figure = 0, limit = 0] = rest;
  const operations: Operation[] = [];
  for (let at = HEAD; at + OPERATION <= numbers.length; at += OPERATION) {
    operations.push(operationOf(numbers.subarray(at, at + OPERATION), world, request));
  }
  operations.sort((a, b) => a.from_us - b.from_us || a.request - b.request);
  const read = operations.find(({ isBroken }) => isBroken);
  const mode = read === undefined || read.mode === "" ? "" : ` in mode ${read.mode}`;
  const text = `r${request} read k${key}${mode} and got ${valueText(value)}.`;
  const why = whyText({ how, value, by, figure, limit }, operations);
  return { at_us, request, key, text, why, operations };
}

/** How it broke, as the engine numbers it. */
interface Why {
  how: number;
  value: number;
  by: number;
  figure: number;
  limit: number;
}

const WHY: readonly ((why: Why) => string)[] = [
  ({ by }) =>
    `${valueText(by)} had replaced it, and was acknowledged or had been read before this read was sent`,
  ({ value }) =>
    `Nobody had written ${valueText(value)} there, or it had been replaced long before`,
  ({ by, figure, limit }) =>
    `It is ${formatDuration(figure)} old, and its bound and the clocks’ skew allow ${formatDuration(limit)}: ${valueText(by)} had been acknowledged by then`,
  ({ by, figure }) =>
    `It is a read of ${formatInstant(figure)}, and ${valueText(by)} had been acknowledged before`,
  ({ figure }) => `It is a read of ${formatInstant(figure)}, and this value was sent later`,
  () => "The write of this value failed: it was never to be seen",
  ({ by, figure, limit }) =>
    `The same read saw ${valueText(limit)} of k${figure}, and ${valueText(by)} had replaced this value before: its rows are of no one moment`,
];
/** The first of these say that operations have no order. */
const ORDERS = 2;

function whyText(why: Why, operations: readonly Operation[]): string {
  const text = WHY[why.how]?.(why) ?? "It is not what its mode promises";
  if (why.how >= ORDERS) return `${text}.`;
  const count = plural(operations.length, "operation");
  return `${text}. No order of these ${count} explains what the clients saw.`;
}

function operationOf(numbers: Float64Array, world: World, broken: number): Operation {
  const [request = 0, op = 0, mode = 0, value = 0, from_us = 0, to_us = -1] = numbers;
  const writes = OPS[op] === "put" || OPS[op] === "transfer";
  const id = READ_MODES[mode];
  const label = world.read_modes.find((known) => known.id === id)?.label ?? "";
  return {
    request,
    writes,
    did: `${writes ? "writes" : "reads"} ${valueText(value)}`,
    mode: writes ? "" : label,
    from_us,
    to_us,
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
  return to_us < 0
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
  const last = Math.max(...operations.map(({ from_us, to_us }) => Math.max(from_us, to_us)));
  const span = Math.max(1, last - first);
  return operations.map((operation) => {
    const { from_us, to_us } = operation;
    const open = to_us < 0;
    const x = (from_us - first) / span;
    const end = open ? 1 : (to_us - first) / span;
    return { operation, x: Math.min(x, 1 - WIDTH_MIN), width: Math.max(WIDTH_MIN, end - x), open };
  });
}
