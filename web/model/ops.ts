/** What requests do, each in one row: its words, and whether it reads a value. */

import type { OpKind } from "@/engine/types";
import { msg, t } from "@/language/words";

/** What a request was asked for. */
export interface OfRows {
  readonly key: number;
  readonly rows: number;
  /** Its keys, where they are named one by one. */
  readonly keys: readonly number[];
}

interface OpInfo {
  /** "get k3". */
  brief: (asked: OfRows) => string;
  /** "Get of k3". */
  title: (asked: OfRows) => string;
  /** In a sentence; who shows it calls `t`. */
  word: string;
  /** In a sentence where there is little room. */
  shortWord: string;
  /** It writes: its answer is no value that could be stale. */
  writes: boolean;
  /** It reads, so its read mode counts. */
  reads: boolean;
  /** It is one entry of its range's log, as it was sent. */
  isEntry: boolean;
  /** It reads the rows of a stretch: its answer is no single value. */
  isStretch: boolean;
  /** It may be for so many rows from a key on. */
  countsRows: boolean;
}

/** "k1, k5, k9". */
export function keysText(keys: readonly number[]): string {
  const [first = "", ...rest] = keys.map((key) => `k${key}`);
  return rest.reduce((list, key) => t("{list}, {key}", { list, key }), first);
}

/** In the words for keys that are named one by one, where they are and there are such words. */
const says =
  (one: string, named: string = one) =>
  ({ rows, key, keys }: OfRows): string =>
    t(keys.length > 0 ? named : one, { n: rows, key, keys: keysText(keys) });

const READS = {
  writes: false,
  reads: true,
  isEntry: false,
  isStretch: false,
  countsRows: false,
};
const WRITES = { ...READS, writes: true };

export const OP_INFO: Record<OpKind, OpInfo> = {
  get: {
    brief: says(msg("get k{key}")),
    title: says(msg("Get of k{key}")),
    word: msg("get"),
    shortWord: msg("get"),
    ...READS,
  },
  scan: {
    brief: says(msg("scan {n, plural, one {# row} other {# rows}} from k{key}")),
    title: says(msg("Scan of {n, plural, one {# row} other {# rows}} from k{key}")),
    word: msg("scan"),
    shortWord: msg("scan"),
    ...READS,
    isStretch: true,
    countsRows: true,
  },
  put: {
    brief: says(msg("put k{key}")),
    title: says(msg("Put of k{key}")),
    word: msg("put"),
    shortWord: msg("put"),
    ...WRITES,
    reads: false,
    isEntry: true,
  },
  statement: {
    brief: says(
      msg("statement {n, plural, one {# row} other {# rows}} from k{key}"),
      msg("statement {keys}"),
    ),
    title: says(
      msg("Statement of {n, plural, one {# row} other {# rows}} from k{key}"),
      msg("Statement for {keys}"),
    ),
    word: msg("statement"),
    shortWord: msg("statement"),
    ...READS,
    countsRows: true,
  },
  transaction: {
    brief: says(msg("transaction from k{key}")),
    title: says(msg("Transaction from k{key}")),
    word: msg("transaction"),
    shortWord: msg("transaction"),
    ...READS,
  },
  transfer: {
    brief: says(msg("transfer from k{key}")),
    title: says(msg("Transfer from k{key}")),
    word: msg("transfer"),
    shortWord: msg("transfer"),
    ...WRITES,
  },
  insert: {
    brief: says(msg("insert transaction from k{key}"), msg("insert {keys}")),
    title: says(msg("Insert transaction from k{key}"), msg("Insert transaction of {keys}")),
    word: msg("insert transaction"),
    shortWord: msg("insert"),
    ...WRITES,
    reads: false,
  },
  update: {
    brief: says(msg("update transaction from k{key}"), msg("update {keys}")),
    title: says(msg("Update transaction from k{key}"), msg("Update transaction of {keys}")),
    word: msg("update transaction"),
    shortWord: msg("update"),
    ...WRITES,
  },
};
