/** What is special about a replica besides its role (core/run/src/playground/picture.rs). */

export interface ReplicaMarks {
  /** Passes entries on to the others of its zone. */
  delegate: boolean;
  /** Its range hibernates. */
  asleep: boolean;
  /** Between two sets of members. */
  joint: boolean;
}

export function replicaMarks(bits: number): ReplicaMarks {
  return { delegate: (bits & 1) !== 0, asleep: (bits & 2) !== 0, joint: (bits & 4) !== 0 };
}

/** In a word; empty when nothing is special. */
export function remark({ delegate, asleep, joint }: ReplicaMarks): string {
  if (asleep) return "asleep";
  if (joint) return "joint";
  return delegate ? "delegate" : "";
}
