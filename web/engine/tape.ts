/** How a record of facts crosses: in pieces that each know all between two events. */

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
