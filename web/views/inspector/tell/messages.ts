/**
 * A message: on its way from the engine, past from the record. And an event of the record.
 * Must not know how rows are shown.
 */

import type { Inspection, Target } from "@/engine/types";
import { ROW } from "@/model/trace";
import { formatBytes, formatDuration, formatInstant } from "@/model/units";
import type { MessageTable, Tape } from "@/session/tape/tapeTypes";
import { type Known, type Row, row, type Told } from "./types";

interface Message {
  type: number;
  from: number;
  to: number;
  range: number;
  bytes: number;
  framing: number;
  sent_us: number;
  end_us: number;
  /** How it ends, or ended, as a field's name. */
  end: string;
  isOver: boolean;
  reject: boolean;
  term: number;
  index: number;
  entries: number;
  request: number;
  /** The event that caused its sending, 0 = not known. */
  cause: number;
}

const ENDS = [
  "arrives",
  "will be lost",
  "will be lost at a cut",
  "dropped: buffers full",
  "lost with its connection",
];
const OUTCOMES = [
  "arrives",
  "arrived",
  "vanished",
  "lost at a cut",
  "was dropped",
  "receiver down",
  "lost with its connection",
  "dropped: buffers full",
  "died: nothing got through",
];

function tellMessage(flight: number, known: Known): Told | null {
  const message = fromEngine(known.inspection) ?? fromTape(known.tape, flight, known.frame.events);
  if (message === null) return null;
  const { world, frame } = known;
  const type = world.message_types[message.type];
  const { end_us, sent_us } = message;
  const rows: Row[] = message.isOver
    ? [row("took", formatDuration(end_us - sent_us))]
    : [
        row("arrives in", formatDuration(Math.max(0, end_us - frame.now_us))),
        row("in flight for", formatDuration(frame.now_us - sent_us)),
      ];
  rows.push(
    row("type", type?.id ?? ""),
    row("from", world.nodes[message.from]?.id ?? ""),
    row("to", world.nodes[message.to]?.id ?? ""),
    row("range", message.range),
    row("size", formatBytes(message.bytes)),
    row("framing", formatBytes(message.framing)),
    row("sent", formatInstant(sent_us)),
    row(message.end, formatInstant(end_us)),
    ...raftRows(message, type?.id ?? ""),
  );
  if (message.request > 0) rows.push(row("serves request", `r${message.request}`));
  rows.push(...savedRows(known.tape, flight));
  if (message.isOver) rows.push(...heldRows(known.tape, flight));
  if (message.cause > 0) rows.push(row("caused by event", message.cause));
  return { title: `${type?.label ?? "Message"}, message ${flight}`, rows };
}

function fromEngine(inspection: Inspection | null): Message | null {
  if (inspection?.kind !== "message") return null;
  return { ...inspection, end: ENDS[inspection.fate] ?? "", isOver: false, cause: 0 };
}

function fromTape(tape: Tape | null, flight: number, events: number): Message | null {
  const found = tape === null ? -1 : placeOf(tape.messages, flight);
  if (tape === null || found < 0) return null;
  const { messages } = tape;
  const at = (column: { [place: number]: number }): number => column[found] ?? 0;
  if (at(messages.sentEvent) > events) return null;
  const isOver = at(messages.outcome) > 0 && at(messages.endEvent) <= events;
  return {
    type: at(messages.type),
    from: at(messages.from),
    to: at(messages.to),
    range: at(messages.range),
    bytes: at(messages.bytes),
    framing: at(messages.framing),
    sent_us: at(messages.sentUs),
    end_us: at(messages.endUs),
    end: OUTCOMES[isOver ? at(messages.outcome) : 0] ?? "",
    isOver,
    reject: at(messages.reject) === 1,
    term: at(messages.term),
    index: at(messages.index),
    entries: at(messages.entries),
    request: at(messages.request),
    cause: at(messages.cause),
  };
}

/** Flight numbers grow in the order of departure. */
function placeOf({ flight, count }: MessageTable, number: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((flight[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low < count && flight[low] === number ? low : -1;
}

function raftRows({ term, index, entries, reject }: Message, type: string): Row[] {
  const rows = term > 0 ? [row("term", term)] : [];
  switch (type) {
    case "MsgAppend":
    case "RelayAppend":
    case "ForwardedAppend":
      return [...rows, row("follows entry", index), row("entries", entries)];
    case "MsgAppendResponse":
      return [...rows, row(reject ? "refuses after" : "holds up to", index)];
    case "MsgRequestVote":
    case "MsgRequestPreVote":
      return [...rows, row("last entry", index)];
    case "MsgRequestVoteResponse":
    case "MsgRequestPreVoteResponse":
      return [...rows, row("vote", reject ? "refused" : "granted")];
    case "MsgReadIndexResp":
      return [...rows, row("read index", index)];
    default:
      return rows;
  }
}

const SAVERS = ["relay", "delta encoding", "compression", "snapshot from a nearby replica"];

/** Bytes that would have gone besides, if that was recorded. */
function savedRows(tape: Tape | null, flight: number): Row[] {
  if (tape === null) return [];
  const { columns } = tape;
  const rows: Row[] = [];
  for (let at = 0; at < columns.count; at += 1) {
    if (columns.what[at] !== ROW.SAVED || columns.flight[at] !== flight) continue;
    const saver = SAVERS[columns.flags[at] ?? -1] ?? "a feature";
    rows.push(row(`saved by ${saver}`, formatBytes(columns.a[at] ?? 0)));
  }
  return rows;
}

/** What losses below it cost the message, if that was recorded. */
function heldRows(tape: Tape | null, flight: number): Row[] {
  if (tape === null) return [];
  const { what, flight: flights, flags, a } = tape.columns;
  for (let at = 0; at < tape.columns.count; at += 1) {
    if (what[at] !== ROW.HELD_BACK || flights[at] !== flight) continue;
    return [
      row("delayed for", formatDuration(a[at] ?? 0)),
      row("packets retransmitted", flags[at] ?? 0),
    ];
  }
  return [];
}

const NAMES = new Map<number, string>(Object.entries(ROW).map(([name, code]) => [code, name]));

/** Everything that the record holds of one event. */
function tellEvent(event: number, { tape, world, frame }: Known): Told | null {
  if (tape === null || event > frame.events) return null;
  const { columns } = tape;
  const rows: Row[] = [];
  for (let at = 0; at < columns.count; at += 1) {
    if (columns.event[at] !== event) continue;
    if (rows.length === 0) {
      rows.push(row("at", formatInstant(columns.at_us[at] ?? 0)));
      rows.push(row("cause", columns.cause[at] ?? 0));
    }
    const name = (NAMES.get(columns.what[at] ?? -1) ?? "").toLowerCase().replaceAll("_", " ");
    const node = world.nodes[columns.node[at] ?? -1]?.id;
    const flight = columns.flight[at] ?? 0;
    const request = columns.request[at] ?? 0;
    rows.push(row(name, node === undefined ? "" : `at ${node}`));
    if (flight > 0) rows.push(row("message", flight));
    if (request > 0) rows.push(row("serves request", `r${request}`));
  }
  return rows.length === 0 ? null : { title: `Event ${event}`, rows };
}

export function tellOfMessage(target: Target, known: Known): Told | null {
  if ("message" in target) return tellMessage(target.message, known);
  return "event" in target ? tellEvent(target.event, known) : null;
}
