/**
 * How a record of facts crosses: in pieces, each of which knows everything that happened between
 * two events. Must not know either side.
 */

/**
 * Rows of the record, oldest first. What the columns hold for each kind of row is written down with
 * the engine's `scenario::trace::columns`; the kinds are in `web/lib/trace.ts`.
 */
export interface TraceColumns {
  /** Length of the columns. */
  count: number;
  /** Number of the event; 0 = the start of the run. */
  event: Float64Array;
  /** Number of the event that caused it; 0 = the start or an action from outside. */
  cause: Float64Array;
  /** When. */
  at_us: Float64Array;
  /** Kind of row. */
  what: Uint8Array;
  /** By kind. */
  flags: Uint32Array;
  /** Where; 65535 = nowhere. */
  node: Uint16Array;
  /** The other end; 65535 = none. */
  other: Uint16Array;
  /** Range; 2^32 - 1 = none. */
  range: Uint32Array;
  /** Flight, 0 = none. */
  flight: Float64Array;
  /** Request, 0 = none. */
  request: Float64Array;
  /** By kind. */
  a: Float64Array;
  b: Float64Array;
  c: Float64Array;
  d: Float64Array;
  e: Float64Array;
  f: Float64Array;
}

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
