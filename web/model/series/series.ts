/** The run over time, as far as it is known. Going back forgets nothing; a changed past all. */

import type { FaultSpan, Frame, FrameRequest } from "@/engine/types";
import type { CAME } from "@/engine/vocabulary";
import { type Buckets, bucketsAfter, mergeBuckets, NO_BUCKETS } from "./buckets";
import { mergeRows, type Rows, rowsEnd, rowsOf } from "./rows";

export type Came = (typeof CAME)[number];

/** Requests that ended, in that order. */
export type Completions = Rows<{
  request: Float64Array;
  at_us: Float64Array;
  latency_us: Float64Array;
  /** The workload plus one, 0 = by hand. */
  workload: Uint16Array;
  /** 1 = it wrote. */
  wrote: Uint8Array;
  /** The place in `CAME`. */
  came: Uint8Array;
  /** Reads: how long the first write that it missed had been acknowledged, 0 = it missed none. */
  stale_us: Uint32Array;
  /** Reads of the past: how far back it may look, 0 = nobody bounds it. */
  bound_us: Uint32Array;
}>;

export type Leads = Rows<{
  at_us: Float64Array;
  range: Uint32Array;
  node: Uint16Array;
  /** 1 = it leads from now on, 0 = no more. */
  began: Uint8Array;
  /** The term in which it begins to lead, 0 where it does no more. */
  term: Float64Array;
}>;

/** How far leaders, by their own belief, knew their logs to be committed. */
export type Commits = Rows<{
  at_us: Float64Array;
  range: Uint32Array;
  node: Uint16Array;
  /** From then on. */
  index: Float64Array;
}>;

export interface RunSeries {
  readonly buckets: Buckets;
  readonly completions: Completions;
  readonly leads: Leads;
  readonly commits: Commits;
  /** Faults, ended ones too. */
  readonly faults: readonly FaultSpan[];
}

export const EMPTY_SERIES: RunSeries = {
  buckets: NO_BUCKETS,
  completions: rowsOf({
    request: new Float64Array(),
    at_us: new Float64Array(),
    latency_us: new Float64Array(),
    workload: new Uint16Array(),
    wrote: new Uint8Array(),
    came: new Uint8Array(),
    stale_us: new Uint32Array(),
    bound_us: new Uint32Array(),
  }),
  leads: rowsOf({
    at_us: new Float64Array(),
    range: new Uint32Array(),
    node: new Uint16Array(),
    began: new Uint8Array(),
    term: new Float64Array(),
  }),
  commits: rowsOf({
    at_us: new Float64Array(),
    range: new Uint32Array(),
    node: new Uint16Array(),
    index: new Float64Array(),
  }),
  faults: [],
};

/** What the next frame should bring of it. */
export function seriesRequest({ buckets, completions, leads, commits }: RunSeries): SeriesRequest {
  return {
    series_after: bucketsAfter(buckets),
    completions_from: rowsEnd(completions),
    leads_from: rowsEnd(leads),
    commits_from: rowsEnd(commits),
  };
}

export type SeriesRequest = Required<
  Pick<FrameRequest, "series_after" | "completions_from" | "leads_from" | "commits_from">
>;

/** All of it. */
export const WHOLE_SERIES: SeriesRequest = seriesRequest(EMPTY_SERIES);

type SeriesFrame = Pick<
  Frame,
  "series" | "completions" | "leads" | "commits" | "fault_spans" | "faults_mark" | "now_us"
>;

/** Takes in what a frame brought; `isOther`: the past was changed, and the frame brings all of it. */
export function mergeSeries(known: RunSeries, frame: SeriesFrame, isOther: boolean): RunSeries {
  const { first, total: _, ...ended } = frame.completions;
  const { first: firstLead, total: __, ...led } = frame.leads;
  const { first: firstCommit, total: ___, ...committed } = frame.commits;
  return {
    buckets: mergeBuckets(known.buckets, frame.series, isOther),
    completions: mergeRows(known.completions, first, ended, isOther),
    leads: mergeRows(known.leads, firstLead, led, isOther),
    commits: mergeRows(known.commits, firstCommit, committed, isOther),
    faults: mergeFaults(known.faults, frame, isOther),
  };
}

/** The engine tells all of its past when there is another number of them; what lies ahead is kept. */
function mergeFaults(
  kept: readonly FaultSpan[],
  { fault_spans: spans, faults_mark, now_us }: SeriesFrame,
  isOther: boolean,
): readonly FaultSpan[] {
  if (isOther) return spans;
  if (spans.length === 0) return faults_mark === 0 ? kept.filter((s) => s.from_us > now_us) : kept;
  const isSame = (a: FaultSpan, b: FaultSpan) => a.from_us === b.from_us && a.text === b.text;
  const known = (span: FaultSpan) =>
    span.until_us === null ? (kept.find((old) => isSame(old, span)) ?? span) : span;
  const ahead = kept.filter((span) => span.from_us > now_us && !spans.some((t) => isSame(t, span)));
  return [...spans.map(known), ...ahead];
}
