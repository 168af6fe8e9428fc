/**
 * One request as the record tells it: its attempts, its end, and where its time went.
 * Must not know how a record is read.
 */

import type { OpKind, ReadMode } from "@/protocol/engine";
import type { Attempt, Phase, Segment } from "./attempt";

export type Op = OpKind;
export type Outcome = "pending" | "ok" | "failed" | "unknown";
export type Refusal =
  | "not_leader"
  | "dropped"
  | "unavailable"
  | "wrong_range"
  | "lagging_index"
  | "not_safe_yet"
  | "busy"
  | "locked"
  | "write_conflict"
  | "read_only_session"
  | "below_skew"
  | "no_learner";

export interface Invocation {
  id: number;
  gateway: number;
  /** -1 = by hand. */
  workload: number;
  op: Op;
  mode: ReadMode;
  key: number;
  rows: number;
  range: number;
  at_us: number;
  /** Its row in the record. */
  row: number;
}

export class RequestStory {
  readonly asked: Invocation;
  readonly attempts: Attempt[] = [];
  outcome: Outcome = "pending";
  /** -1 = pending. */
  completed_us = -1;
  completedRow = -1;
  /** -1 = nobody answered. */
  server = -1;
  value = 0;
  /** The attempt whose answer came last. */
  answered: Attempt | null = null;
  lastRefusal: { by: number; why: Refusal } | null = null;

  constructor(asked: Invocation) {
    this.asked = asked;
  }

  get latency_us(): number {
    return this.completed_us < 0 ? -1 : this.completed_us - this.asked.at_us;
  }

  /** The attempt at a store that is in one of these phases, or else the last one there. */
  at(store: number, phases: readonly Phase[]): Attempt | undefined {
    const there = this.attempts.filter((attempt) => attempt.store === store);
    return there.find((attempt) => phases.includes(attempt.phase)) ?? there.at(-1);
  }

  /**
   * Where the time from the call to the end (or now) went: the attempt that was answered, before it
   * the ones that were refused. They touch, so they add up.
   */
  segments(now_us: number): Segment[] {
    const end_us = this.completed_us < 0 ? now_us : this.completed_us;
    const { answered, attempts } = this;
    const isAnswered = answered !== null && this.outcome === "ok";
    const line = isAnswered ? attempts.slice(0, attempts.indexOf(answered) + 1) : attempts;
    const found: Segment[] = [];
    const { gateway } = this.asked;
    let cursor_us = this.asked.at_us;
    for (const [place, attempt] of line.entries()) {
      const until_us = Math.min(end_us, line[place + 1]?.from_us ?? end_us);
      if (attempt.from_us > cursor_us) {
        found.push({ kind: "retry", from_us: cursor_us, to_us: attempt.from_us, node: gateway });
      }
      const parts = attempt.upTo(until_us);
      found.push(
        ...parts.map((part) => (part.kind === "retry" ? { ...part, node: gateway } : part)),
      );
      cursor_us = until_us;
    }
    if (cursor_us < end_us) {
      found.push({ kind: "retry", from_us: cursor_us, to_us: end_us, node: gateway });
    }
    return found;
  }
}
