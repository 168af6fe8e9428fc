/** From the page's selection to positions in the diagram, and back. Pure. */

import type { Target } from "@/engine/types";
import { countWhile } from "@/model/search";
import type { Messages, SelectedMessages } from "./selectMessages";

export interface Picked {
  /** Positions of messages, in order of time. */
  rows: number[];
  /** They are one request's way. */
  isPath: boolean;
  nodes: number[];
}

const NOTHING: Picked = { rows: [], isPath: false, nodes: [] };

export function pick(messages: Messages, target: Target | null): Picked {
  if (target === null) return NOTHING;
  if ("message" in target) {
    const row = rowOfFlight(messages, target.message);
    return row < 0 ? NOTHING : { ...NOTHING, rows: [row] };
  }
  if ("request" in target)
    return { rows: rowsOfRequest(messages, target.request), isPath: true, nodes: [] };
  if ("event" in target) return { ...NOTHING, rows: rowsOfEvent(messages, target.event) };
  if ("entry" in target) return { ...NOTHING, rows: rowsOfEntry(messages, target.entry) };
  if ("node" in target) return { ...NOTHING, nodes: [target.node] };
  if ("replica" in target) return { ...NOTHING, nodes: [target.replica.node] };
  return NOTHING;
}

/** Flights are numbered in the order in which they leave. */
export function rowOfFlight(messages: Messages, flight: number): number {
  const low = countWhile(messages.count, (place) => (messages.flight[place] as number) < flight);
  return low < messages.count && messages.flight[low] === flight ? low : -1;
}

function rowsOfRequest(messages: Messages, request: number): number[] {
  const rows: number[] = [];
  for (let row = 0; row < messages.count; row++)
    if (messages.request[row] === request) rows.push(row);
  return rows;
}

/** What an event sent, and what arrived by it. */
function rowsOfEvent({ count, sentEvent, endEvent }: Messages, event: number): number[] {
  const rows: number[] = [];
  if (event === 0) return rows;
  for (let row = 0; row < count && (sentEvent[row] as number) <= event; row++)
    if (sentEvent[row] === event || endEvent[row] === event) rows.push(row);
  return rows;
}

function rowsOfEntry(messages: Messages, entry: { range: number; index: number }): number[] {
  const rows: number[] = [];
  for (let row = 0; row < messages.count; row++) {
    const carried = messages.entries[row] as number;
    if (carried === 0 || messages.range[row] !== entry.range) continue;
    const before = messages.index[row] as number;
    if (before < entry.index && entry.index <= before + carried) rows.push(row);
  }
  return rows;
}

/** The message before or after one among those shown; from none, the first after an instant. */
export function neighbour(
  shown: SelectedMessages,
  row: number,
  direction: 1 | -1,
  fromUs: number,
): number {
  if (shown.count === 0) return -1;
  const low = countWhile(shown.count, (place) =>
    row < 0 ? (shown.sentUs[place] as number) < fromUs : (shown.rows[place] as number) < row,
  );
  const isHere = row >= 0 && shown.rows[low] === row;
  const next = direction === 1 ? (isHere ? low + 1 : low) : low - 1;
  if (next < 0 || next >= shown.count) return row;
  return shown.rows[next] as number;
}
