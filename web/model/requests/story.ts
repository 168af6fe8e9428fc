/** One request as the record tells it: its attempts, its end, and where its time went. */

import type { OpKind, ReadMode } from "@/engine/types";
import type { REFUSALS } from "@/engine/vocabulary";
import type { Attempt, Phase, Segment, SegmentKind } from "./attempt";

export type Op = OpKind;
export type Outcome = "pending" | "ok" | "failed" | "unknown";
export type Refusal = (typeof REFUSALS)[number];

export interface Invocation {
  id: number;
  gateway: number;
  /** Null when it is by hand. */
  workload: number | null;
  op: Op;
  mode: ReadMode;
  key: number;
  rows: number;
  /** Its keys, where they are named one by one. */
  keys: number[];
  range: number;
  /** The request that it is part of, 0 = none. */
  parent: number;
  at_us: number;
  row: number;
}

/** What the gateway had spent its time on up to an instant, while nothing was tried at a store. */
export interface Mark {
  kind: SegmentKind;
  us: number;
}

/** A step of a transaction, in the engine's numbers (readWords.ts). */
export interface Step {
  us: number;
  what: number;
  key: number;
}

/** Why a read went to a store, in the engine's numbers (readWords.ts). */
export interface Routing {
  to: number;
  why: number;
  figure: number;
  limit: number;
}

/** What the time before the next attempt goes by with, after each refusal. */
const AFTER: Readonly<Record<Refusal, SegmentKind>> = {
  not_leader: "retry",
  dropped: "retry",
  unavailable: "retry",
  wrong_range: "retry",
  lagging_index: "redirect",
  not_safe_yet: "redirect",
  busy: "redirect",
  locked: "lock",
  write_conflict: "retry",
  read_only_session: "retry",
  below_skew: "retry",
  no_learner: "redirect",
  no_timestamp: "retry",
  needs_timestamps: "retry",
  silent: "retry",
};

export class RequestStory {
  readonly asked: Invocation;
  readonly attempts: Attempt[] = [];
  /** Requests that are parts of this one, in the order of their calls. */
  readonly parts: RequestStory[] = [];
  readonly marks: Mark[] = [];
  /** Where it was sent where there was a choice, in order. */
  readonly routings: Routing[] = [];
  /** Steps of its transaction, those after its answer too. */
  readonly steps: Step[] = [];
  /** Read or start timestamp, 0 = none. */
  timestamp = 0;
  outcome: Outcome = "pending";
  /** Null while it is pending. */
  completed_us: number | null = null;
  completedRow = -1;
  /** Null when nobody answered. */
  server: number | null = null;
  value = 0;
  /** The attempt whose answer came last. */
  answered: Attempt | null = null;
  lastRefusal: { by: number; why: Refusal } | null = null;

  constructor(asked: Invocation) {
    this.asked = asked;
  }

  get latency_us(): number {
    return this.completed_us === null ? -1 : this.completed_us - this.asked.at_us;
  }

  /** The attempt at a store that is in one of these phases, or else the last one there. */
  at(store: number, phases: readonly Phase[]): Attempt | undefined {
    const there = this.attempts.filter((attempt) => attempt.store === store);
    return there.find((attempt) => phases.includes(attempt.phase)) ?? there.at(-1);
  }

  /** A store would not serve it, or the gateway gave up waiting for it. */
  refused(at_us: number, by: number, why: Refusal): void {
    this.lastRefusal = { by, why };
    const attempt = this.attempts.findLast(({ store }) => store === by);
    if (attempt === undefined) return;
    attempt.refused_us = at_us;
    attempt.after = AFTER[why];
  }

  /**
   * Where the time from the call to the end (or now) went: the attempt that was answered, before it
   * the ones that were refused, or else its parts. They touch, so they add up.
   */
  segments(now_us: number): Segment[] {
    const end_us = this.completed_us ?? now_us;
    const line = new Line(this.asked.at_us, this.asked.gateway, this.marks);
    if (this.parts.length > 0) {
      for (const part of this.parts) line.take(part.segments(Math.min(now_us, end_us)), end_us);
      return line.end(end_us);
    }
    const { answered, attempts } = this;
    const isAnswered = answered !== null && this.outcome === "ok";
    const tried = isAnswered ? attempts.slice(0, attempts.indexOf(answered) + 1) : attempts;
    for (const [place, attempt] of tried.entries()) {
      const until_us = Math.min(end_us, tried[place + 1]?.from_us ?? end_us);
      line.waitUntil(attempt.from_us);
      line.take(attempt.upTo(until_us), until_us);
    }
    return line.end(end_us);
  }
}

/** Segments one after the other; what lies between them was spent at the gateway. */
class Line {
  private readonly found: Segment[] = [];
  private cursor_us: number;
  private readonly gateway: number;
  private readonly marks: readonly Mark[];

  constructor(from_us: number, gateway: number, marks: readonly Mark[]) {
    this.cursor_us = from_us;
    this.gateway = gateway;
    this.marks = marks;
  }

  /** What of these lies after the last one, and before an instant. */
  take(segments: readonly Segment[], until_us: number): void {
    for (const segment of segments) {
      const to_us = Math.min(segment.to_us, until_us);
      if (to_us <= this.cursor_us) continue;
      this.waitUntil(segment.from_us);
      const node = AT_GATEWAY.includes(segment.kind) ? this.gateway : segment.node;
      this.found.push({ ...segment, from_us: this.cursor_us, to_us, node });
      this.cursor_us = to_us;
    }
  }

  /** Nothing was at a store meanwhile: marks say what for, up to each of them. */
  waitUntil(until_us: number): void {
    for (const { kind, us } of this.marks) if (us <= until_us) this.spend(kind, us);
    // Once a transaction writes, what is left is on the way to its commit, and back from there.
    const writes = this.marks.some(
      ({ kind, us }) => WRITING.includes(kind) && us <= this.cursor_us,
    );
    this.spend(writes ? "commit" : "retry", until_us);
  }

  end(end_us: number): Segment[] {
    this.waitUntil(end_us);
    return this.found;
  }

  private spend(kind: SegmentKind, to_us: number): void {
    if (to_us <= this.cursor_us) return;
    const last = this.found.at(-1);
    const goesOn = last?.kind === kind && last.node === this.gateway;
    if (goesOn) last.to_us = to_us;
    else this.found.push({ kind, from_us: this.cursor_us, to_us, node: this.gateway });
    this.cursor_us = to_us;
  }
}

const WRITING: readonly SegmentKind[] = ["prewrite", "commit"];
const AT_GATEWAY: readonly SegmentKind[] = ["retry", "redirect", "lock"];
