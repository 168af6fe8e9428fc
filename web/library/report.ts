/** A run's report, format `raft-atlas-report/1`: times in µs, money in dollars, shares of 1. */

/** Counts by name: kinds of bytes, decisions, operations. */
export type Counts = Record<string, number>;

/** How long requests took. */
export interface Latency {
  mean_us: number;
  p50_us: number;
  p90_us: number;
  p95_us: number;
  p99_us: number;
  p999_us: number;
  p9999_us: number;
  max_us: number;
}

/** What the clients of one workload saw. */
export interface WorkloadFigures extends Latency {
  /** Answered. */
  ok: number;
  /** Certainly not done. */
  failed: number;
  /** Writes without an answer: they may have been done. */
  unknown: number;
  retries: number;
  /** Answered operations by name, where the load is a mix. */
  operations?: Counts;
  /** Answered after the warm-up: rate and latencies are theirs. */
  measured: number;
  /** Answered a second. */
  qps: number;
  /** Reads that missed a write that was acknowledged before they began. */
  stale: number;
  max_staleness_us: number;
  seen_age: { count: number; min_us: number; max_us: number };
}

/** What came of the reads of one mode; `verdict` is "ok", "no guarantee in this mode" or "violated at …". */
export interface ModeFigures extends Latency {
  reads: number;
  failed: number;
  cross_zone_bytes: number;
  stale: number;
  max_staleness_us: number;
  max_stale_commits: number;
  monotonic_reads: number;
  read_your_writes: number;
  round_trips: number;
  verdict: string;
}

/** How often something happened, and when. */
export interface Moments {
  count: number;
  first_us: number;
  last_us: number;
  longest_us?: number;
  /** How often it happened in each place, and when. */
  at?: Record<string, Omit<Moments, "at">>;
}

/** How a range stands. */
export interface RangeFigures {
  leader: string | null;
  leader_zone: string | null;
  term: number;
  leaders: number;
  commit: number;
  applied_least: number;
  applied_most: number;
}

/** One run's figures. */
export interface Figures {
  digest: string;
  simulated_us: number;
  events: number;
  messages: number;
  elections: number;
  /** The figure that shows what the scenario is about. */
  proves: string | null;
  settings: Record<string, unknown> | null;
  settings_changes: number;
  decisions: Counts;
  /** Of this time rates, percentiles and what a month costs speak. */
  window: { from_us: number; to_us: number };
  /** Encoded messages: by kind, and `cross_zone`, `between` … beside. */
  bytes: Record<string, unknown> & { total: number };
  crossings: Counts;
  /** Bytes on the wire, by kind, and `cross_zone`, `between` … beside. */
  wire: Record<string, unknown> & { total: number };
  usd: number;
  usd_payload: number;
  money: Record<string, number | null>;
  commit: { entries: number; mean_us: number; p50_us: number; p99_us: number; max_us: number };
  /** By workload. */
  workload: Record<string, WorkloadFigures>;
  latency: Latency;
  /** By zone where requests entered. */
  zones: Record<string, Latency & { measured: number }>;
  /** By read mode. */
  modes: Record<string, ModeFigures>;
  leader_cpu_share: number;
  /** Where reads were sampled. */
  sampled: { one_in: number; counted: number; judged: string[] } | null;
  /** "ok", "no guarantee in this mode" or "violated at …". */
  checks: Record<string, string>;
  moments: Record<string, Moments>;
  resources: Record<string, { kind: string; servers: number; used: number; queued_us: number }>;
  bottleneck: Record<string, unknown>;
  state: {
    ranges: RangeFigures[];
    down: string[];
    down_count: number;
    cut: number;
    faults: number;
  };
  refused: {
    count: number;
    reasons: { why: string; count: number; first_us: number; first: string }[];
  };
}

/** The whole report: of a run that was opened here it has one variant. */
export interface Report {
  format: "raft-atlas-report/1";
  title: string;
  seed: number;
  build: Record<string, unknown> | string;
  /** By the variant's name; "run" where the scenario has none. */
  variants: Record<string, Figures>;
  expect: { met: boolean; [member: string]: unknown }[];
}
