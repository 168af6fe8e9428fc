/**
 * The segments of a request's life in words and colours, and summed up by kind.
 * Pure; must not know how they are drawn.
 */

import type { Segment, SegmentKind } from "./attempt";

export interface SegmentWord {
  name: string;
  note: string;
  /** A colour role of the theme. */
  role: string;
}

export const SEGMENTS: Readonly<Record<SegmentKind, SegmentWord>> = {
  balancer: {
    name: "load balancer",
    note: "On the way to the gateway: waiting for a core of the balancer, its work, the way there and back.",
    role: "heartbeat",
  },
  gateway: {
    name: "gateway",
    note: "Waiting for a core of the gateway and for the packets of its host, and the statement’s own work there.",
    role: "vote",
  },
  timestamp: {
    name: "timestamp",
    note: "Fetched from the oracle before anything was read or written.",
    role: "index",
  },
  transfer: {
    name: "transfer",
    note: "Onto the link, behind earlier messages: bandwidth, window and the packet cores of hosts; jitter and what faults add.",
    role: "heartbeat",
  },
  travel: { name: "on the link", note: "The link's own delay, one way.", role: "append" },
  queue: {
    name: "queueing",
    note: "At the store: all cores were busy, or the process was paused.",
    role: "vote",
  },
  commit: {
    name: "waiting for commit",
    note: "From the entry in the leader's log until a majority has it on disk (Raft paper 5.3).",
    role: "index",
  },
  index: {
    name: "waiting for the read index",
    note: "The leader confirms that it still leads, and returns its commit index (ReadIndex, Raft thesis 6.4).",
    role: "index",
  },
  apply: {
    name: "waiting for apply",
    note: "Until the store has applied the entry, or the read index.",
    role: "snap",
  },
  proxy: {
    name: "forwarded",
    note: "The replica is not the leader: it forwarded the read and relayed the rows.",
    role: "write",
  },
  service: { name: "service", note: "A core reads the rows.", role: "rows" },
  retry: {
    name: "retry backoff",
    note: "At the gateway, after a refusal.",
    role: "ink3",
  },
  redirect: {
    name: "redirected",
    note: "The replica refused (not safe yet, busy, too far behind), and the gateway tried another.",
    role: "bad",
  },
  lock: {
    name: "waiting for a lock",
    note: "A lock of another transaction was in the way, until it was resolved.",
    role: "bad",
  },
  prewrite: {
    name: "prewriting",
    note: "Each key is locked and its new value written, on every range that it touches (Percolator).",
    role: "append",
  },
  lost: {
    name: "no answer",
    note: "The request or its answer was lost, or the store was down.",
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
