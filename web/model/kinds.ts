/**
 * How each kind of bytes looks: one shape and one colour role, so that the map, the charts and
 * their keys agree. Shape and colour both carry the meaning; neither does alone.
 * Must not know how a shape is drawn.
 */

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

const OTHER: KindMark = { shape: "dot", role: "heartbeat" };

const MARKS: Record<string, KindMark> = {
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

/** The mark of a kind by its id ("append"); unknown kinds get a small grey dot. */
export function kindMark(id: string): KindMark {
  return MARKS[id] ?? OTHER;
}

/** The colour of a kind as a CSS value. */
export function kindColor(id: string): string {
  return `var(--${kindMark(id).role})`;
}
