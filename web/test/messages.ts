/**
 * Messages and rows as columns, written down by tests of pictures of them.
 */

export interface MessageRow {
  flight?: number;
  sentEvent?: number;
  endEvent?: number;
  sentUs: number;
  endUs: number;
  from: number;
  to: number;
  type?: number;
  kind?: number;
  outcome?: number;
  reject?: number;
  range?: number;
  bytes?: number;
  term?: number;
  index?: number;
  entries?: number;
  request?: number;
}

/** In the order of departure. */
export function messagesOf(rows: readonly MessageRow[]) {
  const wide = (read: (row: MessageRow, i: number) => number) => Float64Array.from(rows, read);
  const small = (read: (row: MessageRow) => number) => Uint8Array.from(rows, read);
  return {
    count: rows.length,
    flight: wide((row, i) => row.flight ?? i + 1),
    sentEvent: wide((row) => row.sentEvent ?? 0),
    endEvent: wide((row) => row.endEvent ?? 0),
    sentUs: wide((row) => row.sentUs),
    endUs: wide((row) => row.endUs),
    from: Uint16Array.from(rows, (row) => row.from),
    to: Uint16Array.from(rows, (row) => row.to),
    type: small((row) => row.type ?? 0),
    kind: small((row) => row.kind ?? 3),
    outcome: small((row) => row.outcome ?? 1),
    reject: small((row) => row.reject ?? 0),
    range: Uint32Array.from(rows, (row) => row.range ?? 1),
    bytes: wide((row) => row.bytes ?? 100),
    framing: wide(() => 0),
    term: wide((row) => row.term ?? 2),
    index: wide((row) => row.index ?? 0),
    entries: wide((row) => row.entries ?? 0),
    request: wide((row) => row.request ?? 0),
  };
}

export interface RowShape {
  us: number;
  what: number;
  node?: number;
  range?: number;
  flags?: number;
  other?: number;
  a?: number;
  b?: number;
  c?: number;
}

export function rowsOf(rows: readonly RowShape[]) {
  return {
    event: Float64Array.from(rows, (_, i) => i + 1),
    at_us: Float64Array.from(rows, (row) => row.us),
    what: Uint8Array.from(rows, (row) => row.what),
    flags: Uint32Array.from(rows, (row) => row.flags ?? 0),
    node: Uint16Array.from(rows, (row) => row.node ?? 65_535),
    range: Uint32Array.from(rows, (row) => row.range ?? 1),
    other: Uint16Array.from(rows, (row) => row.other ?? 65_535),
    a: Float64Array.from(rows, (row) => row.a ?? 0),
    b: Float64Array.from(rows, (row) => row.b ?? 0),
    c: Float64Array.from(rows, (row) => row.c ?? 0),
  };
}
