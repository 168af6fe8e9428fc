/**
 * How a record of facts crosses: in pieces that each know everything that happened between two
 * events. Their kinds of rows are in `web/model/trace.ts`. Must not know either side.
 */

import type { TraceColumns } from "./types";

export interface TapePiece {
  /** It knows every event after this one; -1 = from the start of the run, the start included. */
  afterEvent: number;
  /** Instant of that event or later, before the next one. */
  afterUs: number;
  /** Up to this event; events without rows did nothing that is told. */
  toEvent: number;
  toUs: number;
  /** Rows, oldest first. */
  columns: TraceColumns[];
}
