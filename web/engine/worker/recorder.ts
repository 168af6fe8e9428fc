/** Takes what the engine records, in pieces, so often that the engine's memory stays small. */

import { rowsAfter } from "../rows";
import type { TapePiece } from "../tape";
import type { PlaygroundLike } from "./engineLike";

/** Rows that a command may bring at most; of more the oldest are dropped. */
export const TAPE_ROWS_MAX = 300_000;
/** Events between two drains: their rows, some four each, are still in the processor's cache. */
const DRAIN_EVENTS = 1_024;

export class Recorder {
  private readonly playground: () => PlaygroundLike;
  private readonly rowsMax: number;
  /** The last event that the page has; null while it wants none. */
  private after: number | null = null;
  /** Up to here what was sent is still so; what the page may have after it is of another past. */
  private valid = Number.POSITIVE_INFINITY;
  private cutAt: number | null = null;
  private pieces: TapePiece[] = [];
  private drainedEvents = 0;

  constructor(playground: () => PlaygroundLike, rowsMax = TAPE_ROWS_MAX) {
    this.playground = playground;
    this.rowsMax = rowsMax;
  }

  /** What the page wants from now on: everything after this event, or nothing. */
  want(after: number | null): void {
    const isChanged = (after === null) !== (this.after === null);
    this.after = after === null ? null : Math.min(after, this.valid);
    if (isChanged) this.restarted();
  }

  /** The engine's memory is another one now: it is told again whether to record. */
  restarted(): void {
    const playground = this.playground();
    playground.record(this.after !== null);
    if (this.after === null) {
      this.pieces = [];
      return;
    }
    const us = playground.now_us();
    const events = playground.events();
    // Where a record begins at the start of the run it has what happened there, too.
    const afterEvent = events === 0 ? -1 : events;
    this.pieces.push({ afterEvent, afterUs: us, toEvent: events, toUs: us, columns: [] });
    this.drainedEvents = afterEvent;
  }

  /** The past was changed: what was recorded after this event did not happen. */
  cut(event: number): void {
    this.cutAt = Math.min(event, this.cutAt ?? event);
    this.valid = Math.min(event, this.valid);
    if (this.after !== null) this.after = Math.min(event, this.after);
    this.pieces = this.pieces.filter(({ toEvent }) => toEvent <= event);
  }

  /** Where the past was changed since the last time this was asked. */
  takeCut(): number | null {
    const { cutAt } = this;
    this.cutAt = null;
    return cutAt;
  }

  /** Between two stretches of work. */
  pass(): void {
    if (this.playground().events() - this.drainedEvents >= DRAIN_EVENTS) this.drain();
  }

  /** Leaves no row in the engine. */
  drain(): void {
    const piece = this.pieces.at(-1);
    if (this.after === null || piece === undefined) return;
    const events = this.playground().events();
    piece.toUs = this.playground().now_us();
    if (events === this.drainedEvents) return;
    this.drainedEvents = events;
    piece.toEvent = events;
    const columns = rowsAfter(this.playground().take_trace(), this.after);
    if (columns.count > 0) piece.columns.push(columns);
    this.forget(piece);
  }

  /** The pieces since the last time, without what the page has; null when none are wanted. */
  take(): TapePiece[] | null {
    const { after } = this;
    if (after === null) return null;
    this.drain();
    const fresh = this.pieces.filter(
      ({ afterEvent, toEvent }) => toEvent > after || afterEvent >= after,
    );
    for (const piece of fresh) piece.afterEvent = Math.max(piece.afterEvent, after);
    const last = this.pieces.at(-1);
    this.pieces = [];
    if (last !== undefined) {
      const { toEvent, toUs } = last;
      this.valid = Math.max(this.valid, toEvent);
      this.pieces = [{ afterEvent: toEvent, afterUs: toUs, toEvent, toUs, columns: [] }];
    }
    return fresh;
  }

  /** Of one long way only its end is kept. */
  private forget(piece: TapePiece): void {
    let rows = piece.columns.reduce((sum, { count }) => sum + count, 0);
    while (rows > this.rowsMax) {
      const oldest = piece.columns.shift();
      if (oldest === undefined) return;
      rows -= oldest.count;
      const last = oldest.count - 1;
      piece.afterEvent = oldest.event[last] ?? piece.afterEvent;
      piece.afterUs = oldest.at_us[last] ?? piece.afterUs;
    }
  }
}
