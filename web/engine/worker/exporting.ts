/** Runs a session again to an instant and hands on what is recorded, or writes it down. */

import type { LoggedAction, TraceColumns } from "../types";

const PIECE_EVENTS = 20_000;
/** The same where rows are recorded: a scan has up to thousands. */
const PIECE_EVENTS_WITH_ROWS = 1_000;

/** The parts of the engine's handle that are used here. */
export interface Recorded {
  advance(until_us: number, max_events: number): number;
  now_us(): number;
  replay(action: LoggedAction): void;
  record(on: boolean): void;
  record_with_rows(): void;
  take_trace(): TraceColumns;
}

export interface Writer {
  push(columns: TraceColumns): void;
  finish(): void;
  take(): string;
}

export interface Rerun {
  playground: Recorded;
  actions: readonly LoggedAction[];
  untilUs: number;
  /** Whether all rows that reads find are recorded, too. */
  hasRows?: boolean;
}

/** Runs again from the start and hands on what is recorded, piece by piece. */
export function rerun(
  { playground, actions, untilUs, hasRows = false }: Rerun,
  take: (columns: TraceColumns) => void,
): void {
  const events = hasRows ? PIECE_EVENTS_WITH_ROWS : PIECE_EVENTS;
  const hand = (): void => take(playground.take_trace());
  const runTo = (us: number): void => {
    while (playground.advance(us, events) >= events) hand();
  };
  if (hasRows) playground.record_with_rows();
  else playground.record(true);
  for (const action of actions.filter(({ at_us }) => at_us <= untilUs)) {
    runTo(action.at_us - 1);
    playground.replay(action);
  }
  runTo(untilUs);
  hand();
}

export interface Exporting extends Rerun {
  writer: Writer;
  onProgress(us: number): void;
}

/** The text, in parts. */
export function writeRun(exporting: Exporting): string[] {
  const { playground, writer, onProgress } = exporting;
  const parts: string[] = [];
  rerun({ ...exporting, hasRows: true }, (columns) => {
    writer.push(columns);
    parts.push(writer.take());
    onProgress(playground.now_us());
  });
  writer.finish();
  parts.push(writer.take());
  return parts;
}
