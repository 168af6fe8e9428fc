/** What one run says of its reads: the figures of a row of the table of modes. */

import type { ReadMode, World } from "@/engine/types";
import { OP_INFO } from "@/model/ops";
import { NOT_PROMISED } from "@/model/verdicts";

export interface ModeFigures {
  /** Reads that were answered, and that failed. */
  reads: number;
  failed: number;
  /** Of answered reads; undefined without any. */
  p50_us: number | undefined;
  p99_us: number | undefined;
  /** Bytes between zones for each answered read: request, rows, read index, timestamps. */
  bytes_per_read: number | undefined;
  /** Share of the time of all stores' cores that leaders used; undefined where it is not counted. */
  leader_share: number | undefined;
  /** Between zones, for each answered read, one after the other. */
  round_trips: number | undefined;
  /** Reads that missed an acknowledged write, and how old the worst of them was. */
  stale: number;
  max_staleness_us: number;
  /** Times that a client saw an older value than before, and that it missed its own write. */
  went_back: number | undefined;
  own_missed: number | undefined;
  /** The first broken promise, in the engine's words; "" when none was broken. */
  violation: string;
  /** Its mode promises nothing of how new a value is. */
  unpromised: boolean;
}

interface Report {
  variants?: Record<string, ReportOfRun>;
}

interface ReportOfRun {
  bytes?: { reads_crossed?: number; cross_zone?: Record<string, number> };
  workload?: Record<string, Partial<ReportOfLoad>>;
  modes?: Partial<Record<ReadMode, Partial<ReportOfMode>>>;
  leader_cpu_share?: number;
  checks?: Record<string, string>;
}

interface ReportOfLoad {
  ok: number;
  failed: number;
  p50_us: number;
  p99_us: number;
  stale: number;
  max_staleness_us: number;
}

interface ReportOfMode extends Omit<ReportOfLoad, "ok"> {
  reads: number;
  cross_zone_bytes: number;
  round_trips: number;
  monotonic_reads: number;
  read_your_writes: number;
  verdict: string;
}

/** Kinds of messages that only reads cause. */
const READ_KINDS = ["read_index", "tso", "safe_time"] as const;

/** What a report says; undefined when it is none. */
export function figuresOf(text: string, mode: ReadMode, world: World): ModeFigures | undefined {
  const report = JSON.parse(text) as Report;
  const run = Object.values(report.variants ?? {})[0];
  if (run === undefined) return undefined;
  const figures = ofMode(run, mode) ?? ofLoads(run, world);
  return { ...figures, leader_share: run.leader_cpu_share };
}

function ofMode(run: ReportOfRun, mode: ReadMode): ModeFigures | undefined {
  const found = run.modes?.[mode];
  if (found === undefined) return undefined;
  const { reads = 0, failed = 0, stale = 0, max_staleness_us = 0, verdict = "" } = found;
  const { p50_us, p99_us, cross_zone_bytes, round_trips } = found;
  return {
    reads,
    failed,
    p50_us: reads === 0 ? undefined : p50_us,
    p99_us: reads === 0 ? undefined : p99_us,
    bytes_per_read: each(cross_zone_bytes, reads),
    leader_share: undefined,
    round_trips: reads === 0 ? undefined : round_trips,
    stale,
    max_staleness_us,
    went_back: found.monotonic_reads,
    own_missed: found.read_your_writes,
    violation: violationOf(verdict),
    unpromised: verdict === NOT_PROMISED,
  };
}

/** Where a report does not tell modes apart: from its loads, of which the slowest one counts. */
function ofLoads(run: ReportOfRun, world: World): ModeFigures {
  const loads = world.workloads
    .filter(({ op }) => OP_INFO[op].reads)
    .flatMap(({ id }) => run.workload?.[id] ?? []);
  const sum = (of: (load: Partial<ReportOfLoad>) => number | undefined): number =>
    loads.reduce((all, load) => all + (of(load) ?? 0), 0);
  const most = (of: (load: Partial<ReportOfLoad>) => number | undefined): number =>
    loads.reduce((all, load) => Math.max(all, of(load) ?? 0), 0);
  const reads = sum(({ ok }) => ok);
  const { reads_crossed = 0, cross_zone = {} } = run.bytes ?? {};
  const around = READ_KINDS.reduce((all, kind) => all + (cross_zone[kind] ?? 0), 0);
  return {
    reads,
    failed: sum(({ failed }) => failed),
    p50_us: reads === 0 ? undefined : most(({ p50_us }) => p50_us),
    p99_us: reads === 0 ? undefined : most(({ p99_us }) => p99_us),
    bytes_per_read: each(reads_crossed + around, reads),
    leader_share: undefined,
    round_trips: undefined,
    stale: sum(({ stale }) => stale),
    max_staleness_us: most(({ max_staleness_us }) => max_staleness_us),
    went_back: undefined,
    own_missed: undefined,
    violation: violationOf(run.checks?.linearizable ?? ""),
    unpromised: run.checks?.linearizable === NOT_PROMISED,
  };
}

function each(sum: number | undefined, count: number): number | undefined {
  return sum === undefined || count === 0 ? undefined : sum / count;
}

/** A check says "ok", or "violated at …". */
function violationOf(verdict: string): string {
  return verdict.startsWith("violated") ? verdict : "";
}
