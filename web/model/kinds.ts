/** How each kind of bytes looks: one shape and one colour role, for map, charts and keys. */

import type { ByteKind } from "@/engine/types";

/** A kind of bytes; "" is of none. */
export type KindId = ByteKind | "";

export type MarkShape =
  | "disc"
  | "ring"
  | "dot"
  | "diamond"
  | "triangle"
  | "square"
  | "open-square"
  | "folded";

export interface KindMark {
  shape: MarkShape;
  /** Name of the CSS variable without its dashes. */
  role: string;
}

const MARKS: Readonly<Record<ByteKind, KindMark>> = {
  read: { shape: "square", role: "rows" },
  write: { shape: "open-square", role: "write" },
  read_index: { shape: "triangle", role: "index" },
  tso: { shape: "triangle", role: "index" },
  append: { shape: "disc", role: "append" },
  ack: { shape: "ring", role: "ack" },
  heartbeat: { shape: "dot", role: "heartbeat" },
  vote: { shape: "diamond", role: "vote" },
  snapshot: { shape: "folded", role: "snap" },
  schedule: { shape: "dot", role: "heartbeat" },
  safe_time: { shape: "dot", role: "index" },
};

/** What is of no kind: a small grey dot. */
const OTHER: KindMark = { shape: "dot", role: "heartbeat" };

export function kindMark(id: KindId): KindMark {
  return id === "" ? OTHER : MARKS[id];
}

export function kindColor(id: KindId): string {
  return `var(--${kindMark(id).role})`;
}
