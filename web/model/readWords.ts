/** What happens to reads and transactions, in words, by core/model/src/read_fact.rs's numbers. */

import { msg, t } from "@/language/words";
import { formatBytes, formatCount, formatDuration, formatInstant } from "./units";

type Unit = "bytes" | "us" | "instant" | "count" | "none";

interface RouteWords {
  why: string;
  /** Of the figure and of what it was compared with. */
  unit: Unit;
  /** The two beside each other. */
  against: string;
}

const route = (why: string, unit: Unit = "none", against = ""): RouteWords => ({
  why,
  unit,
  against,
});

const THRESHOLD = msg("{figure} and the threshold is {limit}");
const FOR = msg("{figure} for {limit}");

const ROUTES: readonly RouteWords[] = [
  route(msg("its result is expected to be large"), "bytes", THRESHOLD),
  route(msg("its result is expected to be small"), "bytes", THRESHOLD),
  route(
    msg("the closest store is busy"),
    "us",
    msg("{figure} of estimated wait, and the limit is {limit}"),
  ),
  route(
    msg("the leader’s store is busier still"),
    "us",
    msg("{figure} of estimated wait there, and here {limit}"),
  ),
  route(msg("it answered faster lately"), "us", msg("{figure} against {limit}")),
  route(msg("no other replica can serve it")),
  route(msg("it is the closest that may be safe at the read time")),
  route(
    msg("a closer replica was not safe there yet"),
    "instant",
    msg("{figure} for the read time {limit}"),
  ),
  route(msg("a learner is there")),
  route(msg("there is no learner")),
  route(msg("the replica does not lead and passes the read on")),
  route(msg("what it holds is new enough"), "instant", FOR),
  route(msg("what it holds is not new enough"), "instant", FOR),
  route(
    msg("its zone has more gateways than another"),
    "count",
    msg("it is number {figure}, and {limit} read adaptively"),
  ),
];

/** "its result is expected to be large (100 kB and the threshold is 4.1 kB)". */
export function routeText(why: number, figure: number, limit: number): string {
  const words = ROUTES[why];
  if (words === undefined) return t("it had a choice");
  const { unit, against } = words;
  if (unit === "none" || (figure === 0 && limit === 0)) return t(words.why);
  const figures = t(against, { figure: inUnit(unit, figure), limit: inUnit(unit, limit) });
  return t("{why} ({figures})", { why: t(words.why), figures });
}

function inUnit(unit: Unit, figure: number): string {
  if (unit === "count") return formatCount(figure);
  if (unit === "bytes") return formatBytes(figure);
  return unit === "us" ? formatDuration(figure) : formatInstant(figure);
}

const LEASES = [
  msg("Its lease is valid, at first until {until}."),
  msg("Its lease is suspended."),
  msg("Its lease is over."),
];

/** "Its lease is valid, at first until 3.000 000 s." */
export function leaseText(what: number, untilUs: number): string {
  return t(LEASES[what] ?? msg("Its lease changes."), { until: formatInstant(untilUs) });
}

const STEPS = [
  msg("r{request} prewrote and locked k{key}{at}."),
  msg("r{request} committed the primary k{key}{at}."),
  msg("r{request} committed the secondary k{key}{at}."),
  msg("r{request} rolled back k{key}{at}."),
  msg("r{request} met a lock on k{key}{at}."),
  msg("r{request} resolved the lock on k{key}{at}."),
  msg("r{request} found a newer version of k{key}{at}."),
  msg("r{request} is committed{at}."),
  msg("r{request} is aborted{at}."),
];
/** Steps of which the timestamp is that of a commit. */
const AT_COMMIT = [1, 2, 6, 7];

/** "r12 prewrote and locked k3 (start 1.200 000 s)." */
export function stepText(request: number, what: number, key: number, ts: number): string {
  const text = STEPS[what] ?? msg("r{request} took a step on k{key}{at}.");
  return t(text, { request, key, at: ts === 0 ? "" : timestampNote(what, ts) });
}

function timestampNote(what: number, ts: number): string {
  const values = { timestamp: timestampText(ts) };
  return AT_COMMIT.includes(what)
    ? t(" (commit {timestamp})", values)
    : t(" (start {timestamp})", values);
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
