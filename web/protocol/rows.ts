/**
 * Cuts a record at an event. Must not know what rows mean.
 */

import type { TraceColumns } from "./tape";

/** The rows up to an event, copied. */
export function rowsUntil(columns: TraceColumns, events: number): TraceColumns {
  let { count } = columns;
  while (count > 0 && (columns.event[count - 1] ?? 0) > events) count -= 1;
  const { event, cause, at_us, what, flags, node, other, range, flight, request } = columns;
  const { a, b, c, d, e, f } = columns;
  return {
    count,
    event: event.slice(0, count),
    cause: cause.slice(0, count),
    at_us: at_us.slice(0, count),
    what: what.slice(0, count),
    flags: flags.slice(0, count),
    node: node.slice(0, count),
    other: other.slice(0, count),
    range: range.slice(0, count),
    flight: flight.slice(0, count),
    request: request.slice(0, count),
    a: a.slice(0, count),
    b: b.slice(0, count),
    c: c.slice(0, count),
    d: d.slice(0, count),
    e: e.slice(0, count),
    f: f.slice(0, count),
  };
}
