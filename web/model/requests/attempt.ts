/** One attempt of a request at a store, cut into segments that touch and never overlap. */

/** What a stretch of a request's life was spent on. */
export type SegmentKind =
  | "balancer"
  | "gateway"
  | "timestamp"
  | "transfer"
  | "travel"
  | "queue"
  | "commit"
  | "index"
  | "apply"
  | "proxy"
  | "service"
  | "retry"
  | "redirect"
  | "lock"
  | "prewrite"
  | "lost";

export interface Segment {
  kind: SegmentKind;
  from_us: number;
  to_us: number;
  /** The node where it was, or to which it went. */
  node: number;
  /** On a link: where it came from. */
  sender?: number;
}

/** Where an attempt is. */
export type Phase = "out" | "queue" | "commit" | "index" | "apply" | "proxy" | "service" | "back";

/** What the time since the last step is spent on, by phase, when nothing else is known of it. */
const SPENT_ON: Record<Phase, SegmentKind> = {
  out: "lost",
  queue: "queue",
  commit: "commit",
  index: "index",
  apply: "apply",
  proxy: "proxy",
  service: "service",
  back: "lost",
};

export interface Trip {
  flight: number;
  from: number;
  to: number;
  sent_us: number;
  /** When the link delivers it. */
  end_us: number;
}

export class Attempt {
  readonly store: number;
  readonly from_us: number;
  readonly segments: Segment[] = [];
  phase: Phase = "out";
  /** All before is in segments. */
  cursor_us: number;
  trip: Trip | null = null;
  /** When its gateway learned that it failed, -1 = not. An answer may still be on its way. */
  refused_us = -1;
  /** What the time after that is spent on, until it is tried again. */
  after: SegmentKind = "retry";
  /** Index that has to be committed (puts) or applied (reads). */
  index = 0;

  constructor(store: number, from_us: number) {
    this.store = store;
    this.from_us = from_us;
    this.cursor_us = from_us;
  }

  /** It enters a phase; the time up to now belongs to the one before, or to what is said. */
  enter(phase: Phase, at_us: number, kind: SegmentKind = SPENT_ON[this.phase]): void {
    this.spend(kind, at_us, this.store);
    this.phase = phase;
  }

  sent(trip: Trip): void {
    this.trip = trip;
  }

  /**
   * A message of it arrived: the link's delay was travel, all before that was needed to get onto
   * the link, and what came after the link delivered it was spent at a process that stood still.
   */
  arrived(at_us: number, delay_us: number): void {
    const { trip } = this;
    if (trip === null) return;
    const end_us = Math.min(trip.end_us, at_us);
    const left_us = Math.max(trip.sent_us, end_us - delay_us);
    this.spend("transfer", left_us, trip.to, trip.from);
    this.spend("travel", end_us, trip.to, trip.from);
    this.spend("queue", at_us, trip.to);
    this.trip = null;
  }

  /** A read was served: its core worked for it at the end, and was another's before. */
  served(at_us: number, cost_us: number): void {
    this.spend("queue", Math.max(this.cursor_us, at_us - cost_us), this.store);
    this.spend("service", at_us, this.store);
    this.phase = "back";
  }

  /** Its segments up to an instant, the one under way included. */
  upTo(at_us: number): Segment[] {
    const found = this.segments.filter((segment) => segment.from_us < at_us);
    const whole = found.map((segment) => ({ ...segment, to_us: Math.min(segment.to_us, at_us) }));
    if (at_us <= this.cursor_us) return whole;
    const { refused_us, store } = this;
    if (refused_us < 0) return [...whole, this.rest(at_us)];
    const given: Segment[] = [];
    const until_us = Math.max(this.cursor_us, Math.min(at_us, refused_us));
    if (until_us > this.cursor_us) {
      given.push({ kind: "lost", from_us: this.cursor_us, to_us: until_us, node: store });
    }
    if (at_us > until_us) {
      given.push({ kind: this.after, from_us: until_us, to_us: at_us, node: store });
    }
    return [...whole, ...given];
  }

  /** What is under way. */
  private rest(to_us: number): Segment {
    const { trip, cursor_us: from_us } = this;
    if (trip !== null && to_us <= trip.end_us) {
      return { kind: "travel", from_us, to_us, node: trip.to, sender: trip.from };
    }
    return { kind: SPENT_ON[this.phase], from_us, to_us, node: this.store };
  }

  private spend(kind: SegmentKind, to_us: number, node: number, sender?: number): void {
    if (to_us <= this.cursor_us) return;
    const segment: Segment = { kind, from_us: this.cursor_us, to_us, node };
    this.segments.push(sender === undefined ? segment : { ...segment, sender });
    this.cursor_us = to_us;
  }
}
