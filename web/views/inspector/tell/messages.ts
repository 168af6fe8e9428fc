/** A message: on its way from the engine, past from the record. And an event of the record. */

import type { Inspection, Target } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { countWhile } from "@/model/search";
import { ROW } from "@/model/trace";
import { formatBytes, formatDuration, formatInstant } from "@/model/units";
import type { MessageTable, Tape } from "@/session/tape/tapeTypes";
import { type Description, type Known, type Row, row } from "./types";

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
  msg("arrives"),
  msg("will be lost"),
  msg("will be lost at a cut"),
  msg("dropped: buffers full"),
  msg("lost with its connection"),
];
const OUTCOMES = [
  msg("arrives"),
  msg("arrived"),
  msg("vanished"),
  msg("lost at a cut"),
  msg("was dropped"),
  msg("receiver down"),
  msg("lost with its connection"),
  msg("dropped: buffers full"),
  msg("died: nothing got through"),
];

function tellMessage(flight: number, known: Known): Description | null {
  const message = fromEngine(known.inspection) ?? fromTape(known.tape, flight, known.frame.events);
  if (message === null) return null;
  const { world, frame } = known;
  const type = world.message_types[message.type];
  const { end_us, sent_us } = message;
  const rows: Row[] = message.isOver
    ? [row(msg("took"), formatDuration(end_us - sent_us))]
    : [
        row(msg("arrives in"), formatDuration(Math.max(0, end_us - frame.now_us))),
        row(msg("in flight for"), formatDuration(frame.now_us - sent_us)),
      ];
  rows.push(
    row(msg("type"), type?.id ?? ""),
    row(msg("from"), world.nodes[message.from]?.id ?? ""),
    row(msg("to"), world.nodes[message.to]?.id ?? ""),
    row(msg("range"), message.range),
    row(msg("size"), formatBytes(message.bytes)),
    row(msg("framing"), formatBytes(message.framing)),
    row(msg("sent"), formatInstant(sent_us)),
    row(message.end, formatInstant(end_us)),
    ...raftRows(message, type?.id ?? ""),
  );
  if (message.request > 0) rows.push(row(msg("serves request"), `r${message.request}`));
  rows.push(...savedRows(known.tape, flight));
  if (message.isOver) rows.push(...heldRows(known.tape, flight));
  if (message.cause > 0) rows.push(row(msg("caused by event"), message.cause));
  return {
    title: t("{label}, message {id}", {
      label: translate(type?.label ?? t("Message")),
      id: flight,
    }),
    rows,
  };
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
  const low = countWhile(count, (place) => (flight[place] ?? 0) < number);
  return low < count && flight[low] === number ? low : -1;
}

function raftRows({ term, index, entries, reject }: Message, type: string): Row[] {
  const rows = term > 0 ? [row(msg("term"), term)] : [];
  switch (type) {
    case "MsgAppend":
    case "RelayAppend":
    case "ForwardedAppend":
      return [...rows, row(msg("follows entry"), index), row(msg("entries"), entries)];
    case "MsgAppendResponse":
      return [...rows, row(reject ? msg("refuses after") : msg("holds up to"), index)];
    case "MsgRequestVote":
    case "MsgRequestPreVote":
      return [...rows, row(msg("last entry"), index)];
    case "MsgRequestVoteResponse":
    case "MsgRequestPreVoteResponse":
      return [...rows, row(msg("vote"), reject ? t("refused") : t("granted"))];
    case "MsgReadIndexResp":
      return [...rows, row(msg("read index"), index)];
    default:
      return rows;
  }
}

const SAVERS = [
  msg("saved by relay"),
  msg("saved by delta encoding"),
  msg("saved by compression"),
  msg("saved by snapshot from a nearby replica"),
];

/** Bytes that would have gone besides, if that was recorded. */
function savedRows(tape: Tape | null, flight: number): Row[] {
  if (tape === null) return [];
  const { columns } = tape;
  const rows: Row[] = [];
  for (let at = 0; at < columns.count; at += 1) {
    if (columns.what[at] !== ROW.SAVED || columns.flight[at] !== flight) continue;
    const saver = SAVERS[columns.flags[at] ?? -1] ?? msg("saved by a feature");
    rows.push(row(saver, formatBytes(columns.a[at] ?? 0)));
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
      row(msg("delayed for"), formatDuration(a[at] ?? 0)),
      row(msg("packets retransmitted"), flags[at] ?? 0),
    ];
  }
  return [];
}

/** What an event did, by the record's name of it. */
const FACTS: Readonly<Record<keyof typeof ROW, string>> = {
  SENT: msg("sent"),
  DELIVERED: msg("delivered"),
  DIED: msg("died"),
  ROLE: msg("role"),
  APPENDED: msg("appended"),
  PERSISTED: msg("persisted"),
  COMMITTED: msg("committed"),
  APPLIED: msg("applied"),
  SNAPSHOT_INSTALLED: msg("snapshot installed"),
  COMPACTED: msg("compacted"),
  FAULT_BEGAN: msg("fault began"),
  FAULT_ENDED: msg("fault ended"),
  SETTINGS_CHANGED: msg("settings changed"),
  WORKLOAD_SWITCHED: msg("workload switched"),
  ACTED: msg("acted"),
  INVOKED: msg("invoked"),
  ATTEMPTED: msg("attempted"),
  REFUSED: msg("refused"),
  PROPOSED: msg("proposed"),
  READ_INDEX_ASKED: msg("read index asked"),
  READ_INDEX_KNOWN: msg("read index known"),
  SERVED: msg("served"),
  COMPLETED: msg("completed"),
  SAVED: msg("saved"),
  DECIDED: msg("decided"),
  CHANGED: msg("changed"),
  TIMESTAMPED: msg("timestamped"),
  ROUTED: msg("routed"),
  LEASE: msg("lease"),
  TXN: msg("txn"),
  WITHHELD: msg("withheld"),
  HELD_BACK: msg("held back"),
  NAMED: msg("named"),
  ROWS: msg("rows found"),
  BEGAN_ARRIVE: msg("began arrive"),
  BEGAN_TICK: msg("began tick"),
  BEGAN_HANDLE: msg("began handle"),
  BEGAN_SERVE: msg("began serve"),
  BEGAN_SYNCED: msg("began synced"),
  BEGAN_APPLY: msg("began apply"),
  BEGAN_SNAPSHOT_REPORT: msg("began snapshot report"),
  BEGAN_UNREACHABLE: msg("began unreachable"),
  BEGAN_CLIENT: msg("began client"),
  BEGAN_ARRIVAL: msg("began arrival"),
  BEGAN_DEADLINE: msg("began deadline"),
  BEGAN_RETRY: msg("began retry"),
  BEGAN_BROKEN: msg("began broken"),
  BEGAN_ACTION: msg("began action"),
  BEGAN_SCHEDULE: msg("began schedule"),
  BEGAN_ADMITTED: msg("began admitted"),
};

const NAMES = new Map<number, string>(
  Object.entries(ROW).map(([name, code]) => [code, FACTS[name as keyof typeof ROW]]),
);

/** Everything that the record holds of one event. */
function tellEvent(event: number, { tape, world, frame }: Known): Description | null {
  if (tape === null || event > frame.events) return null;
  const { columns } = tape;
  const rows: Row[] = [];
  for (let at = 0; at < columns.count; at += 1) {
    if (columns.event[at] !== event) continue;
    if (rows.length === 0) {
      rows.push(row(msg("at"), formatInstant(columns.at_us[at] ?? 0)));
      rows.push(row(msg("cause"), columns.cause[at] ?? 0));
    }
    const name = NAMES.get(columns.what[at] ?? -1) ?? "";
    const node = world.nodes[columns.node[at] ?? -1]?.id;
    const flight = columns.flight[at] ?? 0;
    const request = columns.request[at] ?? 0;
    rows.push(row(name, node === undefined ? "" : t("at {node}", { node })));
    if (flight > 0) rows.push(row(msg("message"), flight));
    if (request > 0) rows.push(row(msg("serves request"), `r${request}`));
  }
  return rows.length === 0 ? null : { title: t("Event {event}", { event }), rows };
}

export function tellOfMessage(target: Target, known: Known): Description | null {
  if ("message" in target) return tellMessage(target.message, known);
  return "event" in target ? tellEvent(target.event, known) : null;
}
