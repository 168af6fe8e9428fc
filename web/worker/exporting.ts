/**
 * Runs a session from its start to an instant and writes it down in another program's format, piece
 * by piece. The engine and the writer are handed in. Must not know the page.
 */

import type { LoggedAction, TraceColumns } from "@/protocol/engine";
import { columnsOf } from "@/protocol/tape";

/** Events between two pieces. */
const PIECE_EVENTS = 20_000;

/** The parts of the engine's handle that are used here. */
export interface Recorded {
  advance(until_us: number, max_events: number): number;
  now_us(): number;
  replay(action: LoggedAction): void;
  record(on: boolean): void;
  take_trace(): Float64Array;
}

export interface Writer {
  push(columns: TraceColumns): void;
  finish(): void;
  take(): string;
}

export interface Exporting {
  playground: Recorded;
  writer: Writer;
  actions: readonly LoggedAction[];
  untilUs: number;
  /** How far it has come. */
  onProgress(us: number): void;
}

/** The text, in parts. */
export function writeRun(exporting: Exporting): string[] {
  const { playground, writer, actions, untilUs, onProgress } = exporting;
  const parts: string[] = [];
  const write = (): void => {
    writer.push(columnsOf(playground.take_trace()));
    parts.push(writer.take());
    onProgress(playground.now_us());
  };
  const runTo = (us: number): void => {
    while (playground.advance(us, PIECE_EVENTS) >= PIECE_EVENTS) write();
  };
  playground.record(true);
  for (const action of actions.filter(({ at_us }) => at_us <= untilUs)) {
    runTo(action.at_us - 1);
    playground.replay(action);
  }
  runTo(untilUs);
  write();
  writer.finish();
  parts.push(writer.take());
  return parts;
}
