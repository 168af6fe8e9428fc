/** A client's request: what the engine tells of those that it traces, and the record of any. */

import type { Inspection, ReadMode, RequestView, Target, World } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { OP_INFO } from "@/model/ops";
import { routeText, timestampText } from "@/model/readWords";
import type { SegmentKind } from "@/model/requests/attempt";
import { readRequests } from "@/model/requests/reader";
import type { RequestStory } from "@/model/requests/story";
import { viewOf } from "@/model/requests/view";
import { formatDuration, formatInstant } from "@/model/units";
import { verdictOf } from "@/model/verdicts";
import { type Description, type Known, type Row, row } from "./types";

const OUTCOMES = {
  pending: msg("waiting"),
  ok: msg("answered"),
  failed: msg("failed"),
  unknown: msg("unknown"),
};

/** Time that went to waiting, by what was waited for. */
const WAITS: readonly [SegmentKind, string][] = [
  ["timestamp", msg("waited for a timestamp")],
  ["queue", msg("queued for")],
  ["commit", msg("waited for commit")],
  ["index", msg("waited for the read index")],
  ["apply", msg("waited for apply")],
  ["proxy", msg("forwarded to the leader for")],
  ["lock", msg("waited for a lock")],
  ["redirect", msg("redirected after")],
  ["retry", msg("retry backoff")],
];

function tellRequest(id: number, known: Known): Description | null {
  const { frame, world, inspection } = known;
  const story = storyOf(id, known);
  const traced = frame.requests.find((request) => request.id === id);
  const view = traced ?? recorded(story, known);
  if (view === undefined) return null;
  const end_us = view.completed_us ?? frame.now_us;
  const rows = [
    row(msg("latency"), formatDuration(end_us - view.invoked_us)),
    row(msg("round trips"), view.round_trips),
    ...waitRows(story, frame.now_us),
    row(msg("from"), world.nodes[view.node]?.id ?? ""),
    row(
      msg("load"),
      view.workload === null ? t("by hand") : (world.workloads[view.workload]?.id ?? ""),
    ),
    row(msg("range"), rangeOf(world, view.key)),
  ];
  if (OP_INFO[view.op].reads) rows.push(row(msg("read mode"), modeText(world, view.mode)));
  if (story !== undefined && story.timestamp > 0) {
    rows.push(row(msg("timestamp"), timestampText(story.timestamp)));
  }
  for (const { to, why, figure, limit } of story?.routings ?? []) {
    rows.push(row(msg("sent to"), world.nodes[to]?.id ?? "", routeText(why, figure, limit)));
  }
  rows.push(row(msg("sent"), formatInstant(view.invoked_us)), ...stepRows(inspection));
  const judged = known.hideVerdicts === true ? { ...view, verdict: "none" as const } : view;
  rows.push(...endRows(judged, world), row(msg("messages"), view.hops.length));
  return { title: t("{what}, request r{id}", { what: OP_INFO[view.op].title(view), id }), rows };
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

function stepRows(inspection: Inspection | null): Row[] {
  if (inspection?.kind !== "request") return [];
  const { asked_us, known, served_us } = inspection;
  const rows: Row[] = [];
  if (asked_us !== null) rows.push(row(msg("read index asked"), formatInstant(asked_us)));
  if (known !== null) {
    const { at_us, index, applied } = known;
    const note = t("known at {at}; the store had applied {applied} by then", {
      at: formatInstant(at_us),
      applied,
    });
    rows.push(row(msg("read index"), index, note));
  }
  if (served_us !== null) rows.push(row(msg("rows read"), formatInstant(served_us)));
  return rows;
}

function endRows(view: RequestView, world: World): Row[] {
  const rows = [row(msg("outcome"), t(OUTCOMES[view.outcome]), view.reason)];
  if (view.completed_us !== null) rows.push(row(msg("ended"), formatInstant(view.completed_us)));
  const server = world.nodes[view.server ?? -1]?.id;
  if (server !== undefined) rows.push(row(msg("answered by"), server));
  if (view.value !== "") rows.push(row(msg("value"), view.value));
  const verdict = verdictOf(view);
  if (verdict !== undefined && verdict.kind !== "refused") {
    // What was promised and kept needs no more words.
    const isKept = verdict.kind === "linearizable" && verdict.text === verdict.short;
    rows.push(row(msg("verdict"), verdict.text, isKept ? "" : verdict.note));
  }
  return rows;
}

function modeText({ read_modes }: World, mode: ReadMode): string {
  const label = read_modes.find(({ id }) => id === mode)?.label;
  return label === undefined ? mode : translate(label);
}

function rangeOf(world: World, key: number): number {
  return (
    world.ranges.find(({ first_key, last_key }) => first_key <= key && key <= last_key)?.id ?? 0
  );
}

export function tellOfRequest(target: Target, known: Known): Description | null {
  return "request" in target ? tellRequest(target.request, known) : null;
}
