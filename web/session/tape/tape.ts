/** Keeps the tape: joins the worker's pieces to one record without gaps, within a bound. */

import type { TapePiece } from "@/engine/tape";
import type { TraceColumns } from "@/engine/types";
import { firstGreater, Growing } from "./growing";
import { MessageTableMaker } from "./messageTable";
import type { Tape, TapeKeeper } from "./tapeTypes";

/** Most rows that are kept; when there are more, the older half goes. */
const TAPE_ROWS_MAX = 300_000;

const SHAPE = {
  event: Float64Array,
  cause: Float64Array,
  at_us: Float64Array,
  what: Uint8Array,
  flags: Uint32Array,
  node: Uint16Array,
  other: Uint16Array,
  range: Uint32Array,
  flight: Float64Array,
  request: Float64Array,
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  d: Float64Array,
  e: Float64Array,
  f: Float64Array,
};

/** Which stretch is known: every event after one and up to another. */
interface Stretch {
  afterEvent: number;
  afterUs: number;
  toEvent: number;
  toUs: number;
}

export class Reel implements TapeKeeper {
  private readonly rowsMax: number;
  private rows = new Growing(SHAPE);
  private readonly messages = new MessageTableMaker();
  private known: Stretch | null = null;
  private version = 0;
  private epoch = 0;
  private last: Tape | null = null;

  constructor(rowsMax = TAPE_ROWS_MAX) {
    this.rowsMax = rowsMax;
  }

  clear(): void {
    if (this.known === null) return;
    this.known = null;
    this.rows = new Growing(SHAPE);
    this.messages.clear();
    this.epoch += 1;
    this.changed();
  }

  cut(event: number): void {
    const { known } = this;
    if (known === null || known.toEvent <= event) return;
    if (event < known.afterEvent) {
      this.clear();
      return;
    }
    const { event: events, at_us } = this.rows.view();
    const count = firstGreater(events, this.rows.count, event);
    this.rows.cut(count);
    known.toEvent = event;
    known.toUs = Math.max(known.afterUs, at_us[count - 1] ?? 0);
    this.retable();
  }

  take(pieces: TapePiece[]): void {
    for (const piece of pieces) this.join(piece);
    if (this.rows.count > this.rowsMax) this.dropOldest();
  }

  /** The same object until something changes. */
  tape(): Tape | null {
    const { known, rows, version } = this;
    if (known === null) return null;
    if (this.last?.version === version) return this.last;
    const { afterEvent, afterUs: fromUs, toEvent, toUs } = known;
    const columns: TraceColumns = { count: rows.count, ...rows.view() };
    this.last = {
      version,
      epoch: this.epoch,
      count: rows.count,
      fromEvent: afterEvent + 1,
      fromUs,
      toEvent,
      toUs,
      columns,
      messages: this.messages.table(),
    };
    return this.last;
  }

  private join(piece: TapePiece): void {
    const { known } = this;
    if (known === null || piece.afterEvent > known.toEvent || piece.toEvent < known.afterEvent) {
      // A gap lies between: what is known now is this piece.
      this.clear();
      this.known = stretchOf(piece);
      this.append(piece.columns);
    } else if (piece.afterEvent < known.afterEvent) {
      this.prepend(piece, known);
    } else if (piece.toEvent > known.toEvent || piece.toUs > known.toUs) {
      known.toEvent = Math.max(piece.toEvent, known.toEvent);
      known.toUs = Math.max(piece.toUs, known.toUs);
      this.append(piece.columns);
    } else return;
    this.changed();
  }

  /** Only what is later than what is there: pieces may overlap. */
  private append(pieces: TraceColumns[]): void {
    for (const columns of pieces) {
      const newest = this.rows.view().event[this.rows.count - 1] ?? -1;
      const start = firstGreater(columns.event, columns.count, newest);
      this.rows.append(columns, start, columns.count);
      this.messages.take(columns, start, columns.count);
    }
  }

  private prepend(piece: TapePiece, known: Stretch): void {
    this.epoch += 1;
    const later = { count: this.rows.count, ...this.rows.view() };
    this.rows = new Growing(SHAPE);
    this.messages.clear();
    this.append([...piece.columns, later]);
    known.afterEvent = piece.afterEvent;
    known.afterUs = piece.afterUs;
    known.toEvent = Math.max(piece.toEvent, known.toEvent);
    known.toUs = Math.max(piece.toUs, known.toUs);
  }

  private dropOldest(): void {
    const { known } = this;
    const old = this.rows.view();
    const { count } = this.rows;
    const last = Math.floor(count / 2);
    const event = old.event[last];
    if (known === null || event === undefined) return;
    // Never a part of an event.
    const start = firstGreater(old.event, count, event);
    known.afterEvent = event;
    known.afterUs = old.at_us[start - 1] ?? known.afterUs;
    this.rows = new Growing(SHAPE);
    this.rows.append(old, start, count);
    this.retable();
  }

  private retable(): void {
    this.epoch += 1;
    this.messages.clear();
    this.messages.take({ count: this.rows.count, ...this.rows.view() }, 0, this.rows.count);
    this.changed();
  }

  private changed(): void {
    this.version += 1;
  }
}

function stretchOf({ afterEvent, afterUs, toEvent, toUs }: TapePiece): Stretch {
  return { afterEvent, afterUs, toEvent, toUs };
}
