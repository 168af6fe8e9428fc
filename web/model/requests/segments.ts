/** The segments of a request's life in words and colours, and summed up by kind. */

import { msg } from "@/language/words";
import type { Segment, SegmentKind } from "./attempt";

export interface SegmentWord {
  name: string;
  note: string;
  role: string;
}

export const SEGMENTS: Readonly<Record<SegmentKind, SegmentWord>> = {
  balancer: {
    name: msg("load balancer"),
    note: msg(
      "On the way to the gateway: waiting for a core of the balancer, its work, the way to it and back.",
    ),
    role: "snap",
  },
  gateway: {
    name: msg("gateway"),
    note: msg(
      "Waiting for a core of the gateway and for the packets of its host, and the statement’s own work there.",
    ),
    role: "write",
  },
  timestamp: {
    name: msg("timestamp"),
    note: msg("Fetched from the oracle before anything was read or written."),
    role: "index",
  },
  transfer: {
    // The transfer of an account has the same word in English.
    name: msg("{n, plural, other {transfer}}"),
    note: msg(
      "Onto the link, behind earlier messages: bandwidth, window and the packet cores of hosts; jitter and what faults add.",
    ),
    role: "heartbeat",
  },
  travel: { name: msg("on the link"), note: msg("The link's own delay, one way."), role: "append" },
  queue: {
    name: msg("queueing"),
    note: msg("At the store: all cores were busy, or the process was paused."),
    role: "vote",
  },
  commit: {
    name: msg("waiting for commit"),
    note: msg(
      "From the entry in the leader's log until a majority has it on disk (Raft paper 5.3).",
    ),
    role: "index",
  },
  index: {
    name: msg("waiting for the read index"),
    note: msg(
      "The leader confirms that it still leads, and returns its commit index (ReadIndex, Raft thesis 6.4).",
    ),
    role: "index",
  },
  apply: {
    name: msg("waiting for apply"),
    note: msg("Until the store has applied the entry, or the read index."),
    role: "snap",
  },
  proxy: {
    name: msg("forwarded"),
    note: msg("The replica is not the leader: it forwarded the read and relayed the rows."),
    role: "write",
  },
  service: { name: msg("service"), note: msg("A core reads the rows."), role: "rows" },
  retry: {
    name: msg("retry backoff"),
    note: msg("At the gateway, after a refusal."),
    role: "ink3",
  },
  redirect: {
    name: msg("redirected"),
    note: msg(
      "The replica refused (not safe yet, busy, too far behind), and the gateway tried another.",
    ),
    role: "bad",
  },
  lock: {
    name: msg("waiting for a lock"),
    note: msg("A lock of another transaction was in the way, until it was resolved."),
    role: "bad",
  },
  prewrite: {
    name: msg("prewriting"),
    note: msg(
      "Each key is locked and its new value written, on every range that it touches (Percolator).",
    ),
    role: "append",
  },
  lost: {
    name: msg("no answer"),
    note: msg("The request or its answer was lost, or the store was down."),
    role: "bad",
  },
};

export interface Share {
  kind: SegmentKind;
  us: number;
}

/** How much went to each kind, in the order in which kinds come first. */
export function sharesOf(segments: readonly Segment[]): Share[] {
  const shares: Share[] = [];
  for (const { kind, from_us, to_us } of segments) {
    const known = shares.find((share) => share.kind === kind);
    if (known === undefined) shares.push({ kind, us: to_us - from_us });
    else known.us += to_us - from_us;
  }
  return shares;
}
