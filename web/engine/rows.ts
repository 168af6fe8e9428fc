/** Cuts a record at an event. Must not know what rows mean. */

import type { TraceColumns } from "./types";

/** The rows up to an event, copied. */
export function rowsUntil(columns: TraceColumns, event: number): TraceColumns {
  return sliced(columns, 0, firstAfter(columns, event));
}

export function rowsAfter(columns: TraceColumns, event: number): TraceColumns {
  const from = firstAfter(columns, event);
  return from === 0 ? columns : sliced(columns, from, columns.count);
}

function sliced({ count: _, ...columns }: TraceColumns, from: number, to: number): TraceColumns {
  const parts = Object.entries(columns).map(([name, column]) => [name, column.slice(from, to)]);
  return { count: to - from, ...Object.fromEntries(parts) };
}

/** Position of the first row of a later event. */
function firstAfter({ event, count }: TraceColumns, after: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((event[middle] ?? 0) <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}
