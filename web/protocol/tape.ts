/**
 * How a record of facts crosses: in columns, and in pieces that each know everything that happened
 * between two events. Must not know either side.
 */

/**
 * Rows of the record, oldest first. What the columns hold for each kind of row is written down with
 * the engine's `record::columns`; the kinds are in `web/lib/trace.ts`.
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

/** Columns of the engine's rows. */
const COLUMNS = 16;

/** The engine's flat columns as typed ones, without the rows of events up to one. */
export function columnsOf(flat: Float64Array, after = -1): TraceColumns {
  const count = flat.length / COLUMNS;
  const from = firstAfter(flat, count, after);
  const part = (place: number): Float64Array =>
    flat.subarray(place * count + from, (place + 1) * count);
  return {
    count: count - from,
    event: part(0).slice(),
    cause: part(1).slice(),
    at_us: part(2).slice(),
    what: Uint8Array.from(part(3)),
    flags: Uint32Array.from(part(4)),
    node: Uint16Array.from(part(5)),
    other: Uint16Array.from(part(6)),
    range: Uint32Array.from(part(7)),
    flight: part(8).slice(),
    request: part(9).slice(),
    a: part(10).slice(),
    b: part(11).slice(),
    c: part(12).slice(),
    d: part(13).slice(),
    e: part(14).slice(),
    f: part(15).slice(),
  };
}

/** Position of the first row of a later event: the first column has its number. */
function firstAfter(flat: Float64Array, count: number, after: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((flat[middle] ?? 0) <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}
