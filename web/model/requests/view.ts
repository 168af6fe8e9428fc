/** A request of the record in the shape in which the engine tells of those that it traces. */

import type { RequestView, StaleRead, TraceColumns, World } from "@/engine/types";
import { msg, t } from "@/language/words";
import { keysText, OP_INFO } from "../ops";
import { ROW } from "../trace";
import { formatDuration } from "../units";
import { agedVerdict } from "../verdicts";
import type { Refusal, RequestStory } from "./story";

/** In the flags of a message: other than 0, it does not arrive. */
const FATE = 0xff0000;
/** Messages that are told of one request. */
const HOPS_MAX = 64;

/** A hop that says whether it arrived. */
type Hop = RequestView["hops"][number];

/** Why a request failed, by what its last store said. */
const REFUSAL_TEXTS: Record<Refusal, string> = {
  not_leader: msg("Given up after {after}: the last to refuse, {node}, does not lead."),
  dropped: msg("Given up after {after}: the last to refuse, {node}, could not propose it."),
  unavailable: msg("Given up after {after}: the last to refuse, {node}, was down."),
  wrong_range: msg("Given up after {after}: the last to refuse, {node}, did not hold the key."),
  lagging_index: msg(
    "Given up after {after}: the last to refuse, {node}, lagged too far behind the read index.",
  ),
  not_safe_yet: msg(
    "Given up after {after}: the last to refuse, {node}, was not safe to read at that time yet.",
  ),
  busy: msg("Given up after {after}: the last to refuse, {node}, was busy."),
  locked: msg(
    "Given up after {after}: the last to refuse, {node}, met a lock of another transaction.",
  ),
  write_conflict: msg("Given up after {after}: the last to refuse, {node}, found a newer version."),
  read_only_session: msg(
    "Given up after {after}: the last to refuse, {node}, does not write in a read-only session.",
  ),
  below_skew: msg(
    "Given up after {after}: the last to refuse, {node}, takes no bound below twice the clock skew.",
  ),
  no_learner: msg("Given up after {after}: the last to refuse, {node}, has no learner."),
  no_timestamp: msg(
    "Given up after {after}: the last to refuse, {node}, gave no timestamp in time.",
  ),
  silent: msg("Given up after {after}: the last to be asked, {node}, did not answer in time."),
  needs_timestamps: msg(
    "Given up after {after}: the last to refuse, {node}, cannot do it without timestamps, which are off.",
  ),
};

/** `untilEvent` is the present: what lies after it is not told. */
export function viewOf(
  story: RequestStory,
  columns: TraceColumns,
  world: World,
  untilEvent: number,
  stale: StaleRead | undefined,
): RequestView {
  const { asked, outcome } = story;
  const hops = hopsOf(story, columns, world, untilEvent);
  return {
    id: asked.id,
    node: asked.gateway,
    workload: asked.workload,
    op: asked.op,
    key: asked.key,
    rows: asked.rows,
    keys: asked.keys,
    mode: asked.mode,
    invoked_us: asked.at_us,
    completed_us: story.completed_us,
    outcome,
    reason: reasonOf(story, world),
    value: outcome === "ok" ? answerOf(story) : "",
    verdict: judged(story, stale !== undefined),
    stale_us: stale?.stale_us ?? 0,
    stale_commits: stale?.commits ?? 0,
    server: story.server,
    hops,
    round_trips: outcome === "ok" ? Math.ceil(crossings(hops, story) / 2) : 0,
  };
}

function answerOf({ asked: { op, key, keys }, value }: RequestStory): string {
  if (OP_INFO[op].isStretch) return "";
  const written = OP_INFO[op].writes && keys.length > 0;
  return `${written ? inWords(keys) : `k${key}`} = ${value}`;
}

/** "k1, k5 and k9", as the engine says it. */
function inWords(keys: readonly number[]): string {
  if (keys.length < 2) return keysText(keys);
  return t("{keys} and {last}", {
    keys: keysText(keys.slice(0, -1)),
    last: keysText(keys.slice(-1)),
  });
}

/** What the engine says of it, as far as the record and its list of stale reads tell. */
export function judged(
  { asked, outcome, lastRefusal }: RequestStory,
  isStale: boolean,
): RequestView["verdict"] {
  if (outcome === "failed" && lastRefusal !== null) return "refused";
  if (outcome !== "ok" || OP_INFO[asked.op].writes) return "none";
  return isStale ? agedVerdict(asked.mode) : "fresh";
}

/** Crossings of zones by the messages that the answer waited for, one after the other. */
function crossings(hops: readonly Hop[], story: RequestStory): number {
  if (story.outcome !== "ok" || story.completed_us === null) return 0;
  const arriving = hops.filter(({ arrives }) => arrives);
  const path = criticalPath(arriving, story.asked.gateway, story.completed_us);
  return path.filter((hop) => hop.crosses).length;
}

type Way = Pick<Hop, "from" | "to" | "sent_us" | "arrive_us">;

/**
 * The messages that an answer waited for, one after the other: from the answer backwards, always to
 * the message that arrived last before the next could leave.
 */
export function criticalPath<T extends Way>(
  hops: readonly T[],
  gateway: number,
  ended_us: number,
): T[] {
  const path: T[] = [];
  let before = hops.length;
  let at = gateway;
  let until_us = ended_us;
  for (;;) {
    let place = -1;
    for (let i = 0; i < before; i += 1) {
      const hop = hops[i];
      if (hop === undefined || hop.to !== at || hop.arrive_us > until_us) continue;
      if (place < 0 || hop.arrive_us >= (hops[place]?.arrive_us ?? 0)) place = i;
    }
    const found = hops[place];
    if (found === undefined) return path.reverse();
    path.push(found);
    at = found.from;
    until_us = found.sent_us;
    // At the gateway it goes on with what that had waited for before: a timestamp, a part of the
    // request, a refusal.
    before = place;
  }
}

function idsOf({ asked, parts }: RequestStory): number[] {
  return [asked.id, ...parts.flatMap(idsOf)];
}

/** Messages that name the request or a part of it; a put's appends and their first acknowledgements too. */
function hopsOf(
  story: RequestStory,
  columns: TraceColumns,
  world: World,
  untilEvent: number,
): Hop[] {
  const { asked } = story;
  const put = OP_INFO[asked.op].isEntry ? appendsOf(story, world) : () => false;
  const own = new Set(idsOf(story));
  const end = story.completedRow < 0 ? columns.count : story.completedRow;
  const rows: number[] = [];
  for (let row = asked.row; row < end && rows.length < HOPS_MAX; row += 1) {
    if ((columns.event[row] ?? 0) > untilEvent) break;
    if (columns.what[row] !== ROW.SENT) continue;
    if (own.has(columns.request[row] ?? 0) || put(columns, row)) rows.push(row);
  }
  return rows.map((row) => hopAt(columns, row, world));
}

/** Which messages carry a put's entry, or acknowledge it, for the first time. */
function appendsOf(
  story: RequestStory,
  world: World,
): (columns: TraceColumns, row: number) => boolean {
  const placeOf = (name: string): number =>
    world.message_types.findIndex((type) => type.id === name);
  const [append, relay, forward] = ["MsgAppend", "RelayAppend", "ForwardedAppend"].map(placeOf);
  const answers = ["MsgAppendResponse", "AckBundle"].map(placeOf);
  const logged = story.attempts.findLast(({ index }) => index > 0);
  const seen = new Set<string>();
  return (columns, row) => {
    if (logged === undefined || columns.range[row] !== story.asked.range) return false;
    const flags = columns.flags[row] ?? 0;
    const type = flags & 255;
    const isAppend = type === append || type === relay || type === forward;
    if ((!isAppend && !answers.includes(type)) || flags >> 24 !== 0) return false;
    const [from, to] = [columns.node[row] ?? 0, columns.other[row] ?? 0];
    const after = columns.e[row] ?? 0;
    // A delegate passes it on in the leader's name.
    const carries = isAppend
      ? (from === logged.store || type === forward) &&
        after < logged.index &&
        logged.index <= after + (columns.f[row] ?? 0)
      : to === logged.store && logged.index <= after;
    const key = `${type} ${from} ${to}`;
    if (!carries || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}

function hopAt(columns: TraceColumns, row: number, { nodes }: World): Hop {
  const [from, to] = [columns.node[row] ?? 0, columns.other[row] ?? 0];
  return {
    from,
    to,
    type: (columns.flags[row] ?? 0) & 255,
    sent_us: columns.at_us[row] ?? 0,
    arrive_us: columns.c[row] ?? 0,
    bytes: columns.a[row] ?? 0,
    crosses: nodes[from]?.zone !== nodes[to]?.zone,
    arrives: ((columns.flags[row] ?? 0) & FATE) === 0,
  };
}

function reasonOf(story: RequestStory, world: World): string {
  const after = formatDuration(story.latency_us);
  if (story.outcome === "unknown") {
    return t("No answer after {after}: the write may have happened or may yet happen.", { after });
  }
  if (story.outcome !== "failed") return "";
  const { lastRefusal } = story;
  if (lastRefusal === null) return t("No answer after {after}.", { after });
  const node = world.nodes[lastRefusal.by]?.id ?? "?";
  return t(REFUSAL_TEXTS[lastRefusal.why], { after, node });
}
