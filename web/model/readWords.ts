/**
 * What happens to reads and transactions, in words: why a read went where it went, what became of a
 * lease, how far a transaction is. The numbers are the engine's (core/model/src/read_fact.rs). Pure.
 * Must not know records.
 */

import { formatBytes, formatDuration, formatInstant } from "./units";

type Unit = "bytes" | "us" | "instant" | "none";

interface RouteWords {
  why: string;
  /** Of the figure and of what it was compared with. */
  unit: Unit;
  /** Between the two. */
  against: string;
}

const route = (why: string, unit: Unit = "none", against = ""): RouteWords => ({
  why,
  unit,
  against,
});

const ROUTES: readonly RouteWords[] = [
  route("its result is expected to be large", "bytes", "and the threshold is"),
  route("its result is expected to be small", "bytes", "and the threshold is"),
  route("the closest store is busy", "us", "of estimated wait, and the limit is"),
  route("the leader’s store is busier still", "us", "of estimated wait there, and here"),
  route("it answered faster lately", "us", "against"),
  route("no other replica can serve it"),
  route("it is the closest that may be safe at the read time"),
  route("a closer replica was not safe there yet", "instant", "for the read time"),
  route("a learner is there"),
  route("there is no learner"),
  route("the replica does not lead and passes the read on"),
  route("what it holds is new enough", "instant", "for"),
  route("what it holds is not new enough", "instant", "for"),
];

/** "its result is expected to be large (100 kB, and the threshold is 4.1 kB)". */
export function routeText(why: number, figure: number, limit: number): string {
  const words = ROUTES[why];
  if (words === undefined) return "it had a choice";
  const { unit, against } = words;
  if (unit === "none" || (figure === 0 && limit === 0)) return words.why;
  return `${words.why} (${inUnit(unit, figure)} ${against} ${inUnit(unit, limit)})`;
}

function inUnit(unit: Unit, figure: number): string {
  if (unit === "bytes") return formatBytes(figure);
  return unit === "us" ? formatDuration(figure) : formatInstant(figure);
}

const LEASES = ["Its lease is valid", "Its lease is suspended", "Its lease is over"];

/** "Its lease is valid until 3.000 000 s." */
export function leaseText(what: number, untilUs: number): string {
  const until = what === 0 ? `, at first until ${formatInstant(untilUs)}` : "";
  return `${LEASES[what] ?? "Its lease changes"}${until}.`;
}

const STEPS = [
  "prewrote and locked",
  "committed the primary",
  "committed the secondary",
  "rolled back",
  "met a lock on",
  "resolved the lock on",
  "found a newer version of",
];
const COMMITTED = 7;
const ABORTED = 8;
/** Steps of which the timestamp is that of a commit. */
const AT_COMMIT = [1, 2, 6, COMMITTED];

/** "r12 prewrote and locked k3 (start 1.200 000 s)". */
export function stepText(request: number, what: number, key: number, ts: number): string {
  const of = AT_COMMIT.includes(what) ? "commit" : "start";
  const at = ts === 0 ? "" : ` (${of} ${timestampText(ts)})`;
  if (what === COMMITTED) return `r${request} is committed${at}.`;
  if (what === ABORTED) return `r${request} is aborted${at}.`;
  return `r${request} ${STEPS[what] ?? "took a step on"} k${key}${at}.`;
}

/** Below a microsecond timestamps count on. */
const COUNTER = 4_096;

/** A timestamp as the instant of the run that it stands for. */
export function timestampText(ts: number): string {
  return formatInstant(instantOf(ts));
}

export function instantOf(ts: number): number {
  return Math.floor(ts / COUNTER);
}
