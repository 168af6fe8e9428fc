/**
 * A claim of a lesson: words, as a step says them, and the bounds in which the figure beside them
 * agrees. For tests only.
 */

export interface Claim {
  /** As the step says it, in any of its texts. */
  says: string;
  /** A figure, or its share of another; a name stands for the figure's text. */
  of: string;
  over?: string;
  /** Its part of the same before the change. */
  isOfBefore?: boolean;
  /** It is at least this; a name must be one of these. */
  from?: number;
  to?: number;
  oneOf?: readonly string[];
}

export const NO_COMMIT = "moments.no_commit.longest_us";
export const READS = "workload.reads.p50_us";
export const APPEND = "bytes.cross_zone.append";
export const CROSS = "bytes.cross_zone.total";

/** How the rate changed: since the change, over before it. */
export const rate = (says: string, from: number, to: number): Claim => ({
  says,
  of: "since/workload.lookups.qps",
  over: "before/workload.lookups.qps",
  from,
  to,
});

export const isFull = (says: string, ...oneOf: readonly string[]): Claim => ({
  says,
  of: "since/bottleneck.resource",
  oneOf,
});

/** Log bytes of a write since the switch, of those before it. */
export const appended = (says: string, from: number, to: number): Claim => ({
  says,
  of: `since/${APPEND}`,
  over: "since/workload.puts.ok",
  isOfBefore: true,
  from,
  to,
});

/** Bytes between zones, of those of another variant. */
export const left = (says: string, variant: string, from: number, to: number): Claim => ({
  says,
  of: CROSS,
  over: `${variant}/${CROSS}`,
  from,
  to,
});

/** By lesson and step, "leader/majority". */
export type Claims = Readonly<Record<string, readonly Claim[]>>;
