/**
 * What requests do, each in one row: its words, and whether its answer is a value that was read. Pure;
 * must not know where they are told.
 */

import type { OpKind } from "@/engine/types";
import { plural } from "./units";

interface OpInfo {
  /** "get k3". */
  brief: (key: number, rows: number) => string;
  /** "Get of k3". */
  title: (key: number, rows: number) => string;
  /** In a sentence. */
  word: string;
  /** It writes: its answer is no value that could be stale. */
  writes: boolean;
  /** It reads, so its read mode counts. */
  reads: boolean;
}

const ofRows = (key: number, rows: number): string => `${plural(rows, "row")} from k${key}`;
const READS = { writes: false, reads: true };

export const OP_INFO: Record<OpKind, OpInfo> = {
  get: { brief: (k) => `get k${k}`, title: (k) => `Get of k${k}`, word: "get", ...READS },
  scan: {
    brief: (k, rows) => `scan ${ofRows(k, rows)}`,
    title: (k, rows) => `Scan of ${ofRows(k, rows)}`,
    word: "scan",
    ...READS,
  },
  put: {
    brief: (k) => `put k${k}`,
    title: (k) => `Put of k${k}`,
    word: "put",
    writes: true,
    reads: false,
  },
  statement: {
    brief: (k, rows) => `statement ${ofRows(k, rows)}`,
    title: (k, rows) => `Statement of ${ofRows(k, rows)}`,
    word: "statement",
    ...READS,
  },
  transaction: {
    brief: (k) => `transaction from k${k}`,
    title: (k) => `Transaction from k${k}`,
    word: "transaction",
    ...READS,
  },
  transfer: {
    brief: (k) => `transfer from k${k}`,
    title: (k) => `Transfer from k${k}`,
    word: "transfer",
    writes: true,
    reads: true,
  },
  insert: {
    brief: (k) => `insert transaction from k${k}`,
    title: (k) => `Insert transaction from k${k}`,
    word: "insert transaction",
    writes: true,
    reads: false,
  },
};
