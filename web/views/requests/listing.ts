/** Which requests are listed, and in which order. Pure; must not know how a row is drawn. */

import type { RequestView } from "@/engine/types";
import { type Interval, overlaps } from "@/model/interval";
import { type VerdictKind, verdictKindOf } from "@/model/verdicts";

/** What a list needs of a request; the rest is made for the rows in sight. */
export interface Listed {
  id: number;
  invoked_us: number;
  /** -1 = it waits. */
  latency_us: number;
  outcome: RequestView["outcome"];
  verdict: VerdictKind | undefined;
  /** Null when it is by hand. */
  workload: number | null;
}

export type OutcomeFilter = "all" | RequestView["outcome"];
export type VerdictFilter = "all" | "none" | VerdictKind;
/** A workload's place; -1 = by hand; all. */
export type SenderFilter = "all" | `${number}`;
export type Order = "newest" | "slowest";

export interface Filters {
  outcome: OutcomeFilter;
  verdict: VerdictFilter;
  sender: SenderFilter;
  /** Only those that were under way in it; null = all. */
  interval: Interval | null;
}

export function listedOfView(view: RequestView): Listed {
  const { id, invoked_us, completed_us, outcome, workload } = view;
  const latency_us = completed_us === null ? -1 : completed_us - invoked_us;
  const verdict = verdictKindOf(view);
  return { id, invoked_us, latency_us, outcome, verdict, workload };
}

function endOf({ invoked_us, latency_us }: Listed): number {
  return latency_us < 0 ? Number.POSITIVE_INFINITY : invoked_us + latency_us;
}

/** Those that pass the filters, newest or slowest first; those that wait have no latency yet. */
export function listed<T extends Listed>(all: readonly T[], filters: Filters, order: Order): T[] {
  const { outcome, verdict, sender, interval } = filters;
  const passed = all.filter(
    (request) =>
      (outcome === "all" || request.outcome === outcome) &&
      (verdict === "all" || (request.verdict ?? "none") === verdict) &&
      (sender === "all" || (request.workload ?? -1) === Number(sender)) &&
      overlaps(interval, request.invoked_us, endOf(request)),
  );
  const newer = (a: T, b: T): number => b.invoked_us - a.invoked_us || b.id - a.id;
  return order === "newest"
    ? passed.sort(newer)
    : passed.sort((a, b) => b.latency_us - a.latency_us || newer(a, b));
}
