/** What the page has of the record of a run, as types alone. */

import type { TapePiece } from "@/engine/tape";
import type { TraceColumns } from "@/engine/types";

/**
 * Everything that happened between two events, as far as it is kept. It may reach beyond the
 * instant shown: what lies after it is the run's known future. The arrays are shared with the next
 * version; whoever draws reads them at once.
 */
export interface Tape {
  /** Another number whenever anything is different. */
  version: number;
  /** Another number when more than the end is different: rows that were there are so no longer. */
  epoch: number;
  count: number;
  /** The first event that it knows; 0 = from the start of the run. */
  fromEvent: number;
  /** From this instant on nothing is missing. */
  fromUs: number;
  toEvent: number;
  toUs: number;
  /** Rows, oldest first; see `web/model/trace.ts`. */
  columns: TraceColumns;
  messages: MessageTable;
}

/** The messages that left while the tape ran, in the order in which they left. */
export interface MessageTable {
  count: number;
  flight: Float64Array;
  sentUs: Float64Array;
  /** When it ended, or will. */
  endUs: Float64Array;
  sentEvent: Float64Array;
  /** 0 = not yet. */
  endEvent: Float64Array;
  /** What caused the event that sent it. */
  cause: Float64Array;
  from: Uint16Array;
  to: Uint16Array;
  /** Index into the world's message types. */
  type: Uint8Array;
  /** Index into the world's kinds. */
  kind: Uint8Array;
  /**
   * 0 on its way, 1 delivered, 2 lost, 3 cut, 4 dropped by hand, 5 receiver down, 6 its connection
   * broke, 7 buffers full, 8 connection closed.
   */
  outcome: Uint8Array;
  /** 1 = a refusal. */
  reject: Uint8Array;
  range: Uint32Array;
  bytes: Float64Array;
  framing: Float64Array;
  term: Float64Array;
  index: Float64Array;
  entries: Float64Array;
  /** 0 = none. */
  request: Float64Array;
}

/** What keeps a tape: loaded with the first view that wants one. */
export interface TapeKeeper {
  /** Another run, or another past: nothing of the old tape is true. */
  clear(): void;
  /** What came later did not happen. */
  cut(event: number): void;
  take(pieces: TapePiece[]): void;
  tape(): Tape | null;
}
