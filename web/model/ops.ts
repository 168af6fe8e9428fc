/**
 * What requests do, each in one row: its words, and whether its answer is a value that was read. Pure;
 * must not know where they are told.
 */

import type { OpKind } from "@/engine/types";
import { plural } from "./units";

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
  /** In a sentence. */
  word: string;
  /** It writes: its answer is no value that could be stale. */
  writes: boolean;
  /** It reads, so its read mode counts. */
  reads: boolean;
}

/** "k1, k5, k9". */
export const keysText = (keys: readonly number[]): string =>
  keys.map((key) => `k${key}`).join(", ");

const ofRows = ({ rows, key }: OfRows): string => `${plural(rows, "row")} from k${key}`;
/** Named one by one, or what they are else. */
const named = (asked: OfRows, before: string, other: string): string =>
  asked.keys.length > 0 ? `${before} ${keysText(asked.keys)}` : other;
const READS = { writes: false, reads: true };

export const OP_INFO: Record<OpKind, OpInfo> = {
  get: {
    brief: ({ key }) => `get k${key}`,
    title: ({ key }) => `Get of k${key}`,
    word: "get",
    ...READS,
  },
  scan: {
    brief: (asked) => `scan ${ofRows(asked)}`,
    title: (asked) => `Scan of ${ofRows(asked)}`,
    word: "scan",
    ...READS,
  },
  put: {
    brief: ({ key }) => `put k${key}`,
    title: ({ key }) => `Put of k${key}`,
    word: "put",
    writes: true,
    reads: false,
  },
  statement: {
    brief: (asked) => named(asked, "statement", `statement ${ofRows(asked)}`),
    title: (asked) => named(asked, "Statement for", `Statement of ${ofRows(asked)}`),
    word: "statement",
    ...READS,
  },
  transaction: {
    brief: ({ key }) => `transaction from k${key}`,
    title: ({ key }) => `Transaction from k${key}`,
    word: "transaction",
    ...READS,
  },
  transfer: {
    brief: ({ key }) => `transfer from k${key}`,
    title: ({ key }) => `Transfer from k${key}`,
    word: "transfer",
    writes: true,
    reads: true,
  },
  insert: {
    brief: (asked) => named(asked, "insert", `insert transaction from k${asked.key}`),
    title: (asked) =>
      named(asked, "Insert transaction of", `Insert transaction from k${asked.key}`),
    word: "insert transaction",
    writes: true,
    reads: false,
  },
  update: {
    brief: (asked) => named(asked, "update", `update transaction from k${asked.key}`),
    title: (asked) =>
      named(asked, "Update transaction of", `Update transaction from k${asked.key}`),
    word: "update transaction",
    writes: true,
    reads: true,
  },
};
