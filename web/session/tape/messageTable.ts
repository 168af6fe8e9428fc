/** The messages of a record: each with its departure, its end and what came of it. */

import type { TraceColumns } from "@/engine/types";
import { ROW } from "@/model/trace";
import { Growing } from "./growing";
import type { MessageTable } from "./tapeTypes";

const SHAPE = {
  flight: Float64Array,
  sentUs: Float64Array,
  endUs: Float64Array,
  sentEvent: Float64Array,
  endEvent: Float64Array,
  cause: Float64Array,
  from: Uint16Array,
  to: Uint16Array,
  type: Uint8Array,
  kind: Uint8Array,
  outcome: Uint8Array,
  reject: Uint8Array,
  range: Uint32Array,
  bytes: Float64Array,
  framing: Float64Array,
  term: Float64Array,
  index: Float64Array,
  entries: Float64Array,
  request: Float64Array,
};

const DELIVERED = 1;
/** The first of the ways to die; they come in the engine's order (see `MessageTable`). */
const DIED = 2;

export class MessageTableMaker {
  private columns = new Growing(SHAPE);
  private underWay = new Map<number, number>();

  clear(): void {
    this.columns = new Growing(SHAPE);
    this.underWay = new Map();
  }

  /** Takes rows from one position to before another. */
  take(rows: TraceColumns, start: number, end: number): void {
    for (let row = start; row < end; row += 1) {
      const what = rows.what[row];
      if (what === ROW.SENT) this.sent(rows, row);
      else if (what === ROW.DELIVERED) this.ended(rows, row, DELIVERED);
      else if (what === ROW.DIED) this.ended(rows, row, DIED + (rows.flags[row] ?? 0));
    }
  }

  table(): MessageTable {
    return { count: this.columns.count, ...this.columns.view() };
  }

  private sent(rows: TraceColumns, row: number): void {
    const at = this.columns.count;
    const table = this.columns.extend(1);
    const flags = rows.flags[row] ?? 0;
    const flight = rows.flight[row] ?? 0;
    table.flight[at] = flight;
    table.sentUs[at] = rows.at_us[row] ?? 0;
    table.endUs[at] = rows.c[row] ?? 0;
    table.sentEvent[at] = rows.event[row] ?? 0;
    table.endEvent[at] = 0;
    table.cause[at] = rows.cause[row] ?? 0;
    table.from[at] = rows.node[row] ?? 0;
    table.to[at] = rows.other[row] ?? 0;
    table.type[at] = flags & 0xff;
    table.kind[at] = (flags >>> 8) & 0xff;
    table.outcome[at] = 0;
    table.reject[at] = flags >>> 24;
    table.range[at] = rows.range[row] ?? 0;
    table.bytes[at] = rows.a[row] ?? 0;
    table.framing[at] = rows.b[row] ?? 0;
    table.term[at] = rows.d[row] ?? 0;
    table.index[at] = rows.e[row] ?? 0;
    table.entries[at] = rows.f[row] ?? 0;
    table.request[at] = rows.request[row] ?? 0;
    this.underWay.set(flight, at);
  }

  private ended(rows: TraceColumns, row: number, outcome: number): void {
    const flight = rows.flight[row] ?? 0;
    const at = this.underWay.get(flight);
    if (at === undefined) return;
    this.underWay.delete(flight);
    const table = this.columns.extend(0);
    table.endUs[at] = rows.at_us[row] ?? 0;
    table.endEvent[at] = rows.event[row] ?? 0;
    table.outcome[at] = outcome;
  }
}
