/** What a row of the tape stands for on the rest of the page. Must not know how rows are drawn. */

import type { Target } from "@/engine/types";
import { targetKey } from "@/model/targets";
import { ROW } from "@/model/trace";
import { sim } from "@/session/simClient";
import { isEnd, type TapeIndex } from "./tapeIndex";

/** What selecting a row selects: its message, or else its event. */
export function targetOf(index: TapeIndex, row: number): Target {
  const what = index.what(row);
  const message = index.columns.flight[row] ?? 0;
  if (what === ROW.SENT || isEnd(what)) return { message };
  return { event: index.event(row) };
}

/** Selects what a row stands for and goes to right after its event, where the run stands still. */
export function goToRow(index: TapeIndex, row: number): void {
  sim.select(targetOf(index, row));
  sim.pause();
  void sim.seekEvent(index.event(row));
}

/** The keys of all that, when selected, marks this row. */
export function targetsOf(index: TapeIndex, row: number): string[] {
  const keys = [targetKey({ event: index.event(row) })];
  const message = index.columns.flight[row] ?? 0;
  if (message > 0) keys.push(targetKey({ message }));
  const request = index.request(row);
  if (request > 0) keys.push(targetKey({ request }));
  return keys;
}
