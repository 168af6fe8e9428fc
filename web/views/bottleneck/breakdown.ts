/** Where the time of requests went, cut into segments that add up. */

import type { Frame, World } from "@/engine/types";
import { t } from "@/language/words";
import type { Segment, SegmentKind } from "@/model/requests/attempt";
import { SEGMENTS } from "@/model/requests/segments";
import type { RequestStory } from "@/model/requests/story";

/** A stretch of time by what it was spent on; work of a gateway apart from the wait for it. */
export type PartKind = SegmentKind | "statement" | "answer";

export interface Part {
  kind: PartKind;
  us: number;
  /** Where most of it was spent: a node, and of a way the node that it came from. */
  node: number;
  sender: number | undefined;
}

export interface Breakdown {
  count: number;
  mean_us: number;
  mean: Part[];
  tail: { request: number; us: number; parts: Part[] } | undefined;
}

/** In the order in which a request comes through them. */
const ORDER: readonly PartKind[] = [
  "balancer",
  "gateway",
  "statement",
  "timestamp",
  "prewrite",
  "transfer",
  "travel",
  "queue",
  "proxy",
  "index",
  "commit",
  "apply",
  "service",
  "answer",
  "lock",
  "redirect",
  "retry",
  "lost",
];

export function partName(kind: PartKind): string {
  if (kind === "statement") return t("gateway, at work");
  if (kind === "answer") return t("way back");
  if (kind === "gateway") return t("gateway queue");
  if (kind === "travel") return t("way there");
  if (kind === "queue") return t("store queue");
  if (kind === "service") return t("store, at work");
  return t(SEGMENTS[kind].name);
}

export function partNote(kind: PartKind): string {
  if (kind === "statement") return t("A core of the gateway carries the statement out.");
  if (kind === "answer") return t("The link’s own delay, from the store back to the gateway.");
  return t(SEGMENTS[kind].note);
}

export function partRole(kind: PartKind): string {
  if (kind === "statement") return "accent";
  if (kind === "answer") return "append";
  return SEGMENTS[kind].role;
}

/** Core time of a statement at its gateway now, in µs. */
export function statementUs(world: World, frame: Frame): number {
  const cost = (of: string): number => {
    const place = world.tunables.findIndex((one) => one.what === "cost" && one.of === of);
    return (frame.sizes[place] ?? 0) / 1_000;
  };
  const plan = frame.settings.plan_cache ? 0 : cost("parse") + cost("plan");
  return plan + cost("execute");
}

/** Parts of one request: what a gateway did is told apart from how long it was waited for. */
function partsOf(
  segments: readonly Segment[],
  gateway: number,
  isLimited: boolean,
  workUs: number,
): Part[] {
  const parts: Part[] = [];
  for (const { kind, from_us, to_us, node, sender } of segments) {
    const us = to_us - from_us;
    const put = (part: PartKind, spent: number): void => {
      if (spent > 0) parts.push({ kind: part, us: spent, node, sender });
    };
    if (kind === "gateway") {
      const work = isLimited ? Math.min(us, workUs) : 0;
      put("gateway", us - work);
      put("statement", work);
    } else if (kind === "travel" && node === gateway) {
      put("answer", us);
    } else {
      put(kind, us);
    }
  }
  return parts;
}

/** Summed up by kind, in the order of the way. */
function together(all: readonly Part[], count: number): Part[] {
  return ORDER.flatMap((kind) => {
    const same = all.filter((part) => part.kind === kind);
    if (same.length === 0) return [];
    const us = same.reduce((sum, part) => sum + part.us, 0) / count;
    const longest = same.reduce((most, part) => (part.us > most.us ? part : most));
    return [{ ...longest, us }];
  });
}

/** Of the answered requests among these that are parts of no other; undefined without any. */
export function breakdownOf(
  stories: readonly RequestStory[],
  world: World,
  frame: Frame,
): Breakdown | undefined {
  const whole = stories.filter(({ asked, outcome }) => asked.parent === 0 && outcome === "ok");
  if (whole.length === 0) return undefined;
  const workUs = statementUs(world, frame);
  const limited = new Set(
    world.resources
      .filter(
        ({ kind, index }) => kind === "gateway-cores" && (frame.resources.servers[index] ?? 0) > 0,
      )
      .map(({ node }) => node),
  );
  const read = (story: RequestStory): Part[] => {
    const { gateway } = story.asked;
    return partsOf(story.segments(frame.now_us), gateway, limited.has(gateway), workUs);
  };
  const sorted = [...whole].sort((a, b) => a.latency_us - b.latency_us);
  const last = sorted[Math.ceil(sorted.length * 0.99) - 1];
  const sum = whole.reduce((us, { latency_us }) => us + latency_us, 0);
  return {
    count: whole.length,
    mean_us: sum / whole.length,
    mean: together(whole.flatMap(read), whole.length),
    tail: last && {
      request: last.asked.id,
      us: last.latency_us,
      parts: together(read(last), 1),
    },
  };
}
