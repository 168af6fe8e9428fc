/** The record as lanes read it, and a store in one state for a while. Types alone. */

import type { DecisionColumns } from "@/model/decisionRow";
import type { Role } from "@/model/roles";

/** What is read of the record's columns. */
export interface Rows extends DecisionColumns {
  event: Float64Array;
  at_us: Float64Array;
  what: Uint8Array;
}

export type LaneState = Role | "unknown" | "down" | "paused";

/** A store in one state for a while. */
export interface Span {
  node: number;
  state: LaneState;
  /** Raft term, 0 where nothing says it. */
  term: number;
  fromUs: number;
  toUs: number;
}
