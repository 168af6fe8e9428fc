/**
 * Rows of a record, written down by tests: what is not said is nothing.
 */

import type { TraceColumns } from "@/engine/types";
import { NO_NODE, NO_RANGE, ROW } from "@/model/trace";

export interface RowLike {
  event: number;
  cause?: number;
  atUs?: number;
  what?: number;
  flags?: number;
  node?: number;
  other?: number;
  range?: number;
  flight?: number;
  request?: number;
  /** The columns a to f. */
  numbers?: number[];
}

export function traceColumns(rows: RowLike[]): TraceColumns {
  const float = (get: (row: RowLike) => number | undefined) =>
    Float64Array.from(rows, (row) => get(row) ?? 0);
  const number = (place: number) => float(({ numbers }) => numbers?.[place]);
  return {
    count: rows.length,
    event: float(({ event }) => event),
    cause: float(({ cause }) => cause),
    at_us: float(({ atUs, event }) => atUs ?? event * 1_000),
    what: Uint8Array.from(rows, ({ what }) => what ?? ROW.SETTINGS_CHANGED),
    flags: Uint32Array.from(rows, ({ flags }) => flags ?? 0),
    node: Uint16Array.from(rows, ({ node }) => node ?? NO_NODE),
    other: Uint16Array.from(rows, ({ other }) => other ?? NO_NODE),
    range: Uint32Array.from(rows, ({ range }) => range ?? NO_RANGE),
    flight: float(({ flight }) => flight),
    request: float(({ request }) => request),
    a: number(0),
    b: number(1),
    c: number(2),
    d: number(3),
    e: number(4),
    f: number(5),
  };
}
