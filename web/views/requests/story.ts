/** A traced request in words: its path as chips, its outcome. */
import type { RequestView } from "@/engine/types";
import { t } from "@/language/words";
import { type NamedThings, nodeId } from "@/model/requests/words";

export interface Chip {
  readonly node: number;
  readonly label: string;
  /** The hop that leads here leaves its zone. */
  readonly crosses: boolean;
  /** The hop does not start where the one before it ended: it ran beside it. */
  readonly breaks: boolean;
}

type Tone = "plain" | "good" | "bad" | "wait";

export interface Badge {
  readonly text: string;
  readonly tone: Tone;
}

/**
 * The nodes that a request visited, in the order of departures. A hop that goes on from where the
 * last one ended adds one chip; any other adds its start as well.
 */
export function pathChips(request: RequestView, world: NamedThings): Chip[] {
  const first = request.hops[0];
  if (first === undefined) return [chip(world, request.node, false, false)];
  const chips = [chip(world, first.from, false, false)];
  let at = first.from;
  for (const hop of request.hops) {
    if (hop.from !== at) chips.push(chip(world, hop.from, false, true));
    chips.push(chip(world, hop.to, hop.crosses, false));
    at = hop.to;
  }
  return chips;
}

/** The path as one sentence part, for names: "g1 to s2 in another zone to s1". */
export function pathText(request: RequestView, world: NamedThings): string {
  const [first, ...rest] = pathChips(request, world);
  return rest.reduce((path, { label: node, breaks, crosses }) => {
    if (breaks) return t("{path} and from {node}", { path, node });
    return crosses
      ? t("{path} to {node} in another zone", { path, node })
      : t("{path} to {node}", { path, node });
  }, first?.label ?? "");
}

export function senderText(request: RequestView, world: NamedThings): string {
  if (request.workload === null) return t("by hand");
  return (
    world.workloads[request.workload]?.id ?? t("workload {place}", { place: request.workload })
  );
}

/** From the client's call to its answer; undefined while it waits. */
export function latencyUs(request: RequestView): number | undefined {
  return request.completed_us === null ? undefined : request.completed_us - request.invoked_us;
}

export function outcomeBadge(request: RequestView): Badge {
  switch (request.outcome) {
    case "pending":
      return { text: t("waiting"), tone: "wait" };
    case "ok":
      return { text: t("ok"), tone: "plain" };
    case "failed":
      return { text: t("failed"), tone: "bad" };
    case "unknown":
      return { text: t("unknown"), tone: "bad" };
  }
}

function chip(world: NamedThings, node: number, crosses: boolean, breaks: boolean): Chip {
  return { node, label: nodeId(world, node), crosses, breaks };
}
