/**
 * A client's request: what the engine tells of those that it traces, and the record of any.
 * Must not know how rows are shown.
 */

import type { Inspection, RequestView, Target, World } from "@/engine/types";
import { OP_INFO } from "@/model/ops";
import { routeText, timestampText } from "@/model/readWords";
import type { SegmentKind } from "@/model/requests/attempt";
import { readRequests } from "@/model/requests/reader";
import type { RequestStory } from "@/model/requests/story";
import { viewOf } from "@/model/requests/view";
import { formatDuration, formatInstant } from "@/model/units";
import { verdictOf } from "@/model/verdicts";
import { type Known, type Row, row, type Told } from "./types";

const OUTCOMES = { pending: "waiting", ok: "answered", failed: "failed", unknown: "unknown" };

/** Time that went to waiting, by what was waited for. */
const WAITS: readonly [SegmentKind, string][] = [
  ["timestamp", "waited for a timestamp"],
  ["queue", "queued for"],
  ["commit", "waited for commit"],
  ["index", "waited for the read index"],
  ["apply", "waited for apply"],
  ["proxy", "forwarded to the leader for"],
  ["lock", "waited for a lock"],
  ["redirect", "redirected after"],
  ["retry", "retry backoff"],
];

function tellRequest(id: number, known: Known): Told | null {
  const { frame, world, inspection } = known;
  const story = storyOf(id, known);
  const traced = frame.requests.find((request) => request.id === id);
  const view = traced ?? recorded(story, known);
  if (view === undefined) return null;
  const end_us = view.completed_us ?? frame.now_us;
  const rows = [
    row("latency", formatDuration(end_us - view.invoked_us)),
    row("round trips", view.round_trips),
    ...waitRows(story, frame.now_us),
    row("from", world.nodes[view.node]?.id ?? ""),
    row("load", view.workload === null ? "by hand" : (world.workloads[view.workload]?.id ?? "")),
    row("range", rangeOf(world, view.key)),
  ];
  if (view.op !== "put") rows.push(row("read mode", view.mode));
  if (story !== undefined && story.timestamp > 0) {
    rows.push(row("timestamp", timestampText(story.timestamp)));
  }
  for (const { to, why, figure, limit } of story?.routings ?? []) {
    rows.push(row("sent to", world.nodes[to]?.id ?? "", routeText(why, figure, limit)));
  }
  rows.push(row("sent", formatInstant(view.invoked_us)), ...stepRows(inspection));
  const judged = known.hushed === true ? { ...view, verdict: "none" as const } : view;
  rows.push(...endRows(judged, world), row("messages", view.hops.length));
  return { title: `${OP_INFO[view.op].title(view)}, request r${id}`, rows };
}

function storyOf(id: number, { tape, world, frame }: Known): RequestStory | undefined {
  if (tape === null) return undefined;
  const stories = readRequests(tape.columns, world, frame.events);
  return stories.find(({ asked }) => asked.id === id);
}

function recorded(story: RequestStory | undefined, known: Known): RequestView | undefined {
  const { tape, world, frame } = known;
  if (story === undefined || tape === null) return undefined;
  // Whether it was stale is not in the record.
  const view = viewOf(story, tape.columns, world, frame.events, undefined);
  return { ...view, verdict: "none" };
}

function waitRows(story: RequestStory | undefined, now_us: number): Row[] {
  if (story === undefined) return [];
  const segments = story.segments(now_us);
  return WAITS.flatMap(([kind, name]) => {
    const parts = segments.filter((segment) => segment.kind === kind);
    const us = parts.reduce((sum, { from_us, to_us }) => sum + to_us - from_us, 0);
    return us > 0 ? [row(name, formatDuration(us))] : [];
  });
}

/** What a read waited for inside a store. */
function stepRows(inspection: Inspection | null): Row[] {
  if (inspection?.kind !== "request") return [];
  const { asked_us, known, served_us } = inspection;
  const rows: Row[] = [];
  if (asked_us !== null) rows.push(row("read index asked", formatInstant(asked_us)));
  if (known !== null) {
    const { at_us, index, applied } = known;
    const note = `known at ${formatInstant(at_us)}; the store had applied ${applied} by then`;
    rows.push(row("read index", index, note));
  }
  if (served_us !== null) rows.push(row("rows read", formatInstant(served_us)));
  return rows;
}

function endRows(view: RequestView, world: World): Row[] {
  const rows = [row("outcome", OUTCOMES[view.outcome], view.reason)];
  if (view.completed_us !== null) rows.push(row("ended", formatInstant(view.completed_us)));
  const server = world.nodes[view.server ?? -1]?.id;
  if (server !== undefined) rows.push(row("answered by", server));
  if (view.value !== "") rows.push(row("value", view.value));
  const verdict = verdictOf(view, world);
  if (verdict !== undefined && verdict.kind !== "refused") {
    rows.push(row("verdict", verdict.text, verdict.kind === "linearizable" ? "" : verdict.note));
  }
  return rows;
}

function rangeOf(world: World, key: number): number {
  return (
    world.ranges.find(({ first_key, last_key }) => first_key <= key && key <= last_key)?.id ?? 0
  );
}

export function tellOfRequest(target: Target, known: Known): Told | null {
  return "request" in target ? tellRequest(target.request, known) : null;
}
