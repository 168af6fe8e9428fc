/** Comparing and naming the things that can be selected. Pure. */

import type { Target, World } from "@/engine/types";
import { t } from "@/language/words";

/** A stable text for a target: equal targets have equal keys. */
export function targetKey(target: Target | null): string {
  if (target === null) return "";
  if ("message" in target) return `message:${target.message}`;
  if ("node" in target) return `node:${target.node}`;
  if ("replica" in target) return `replica:${target.replica.range}:${target.replica.node}`;
  if ("link" in target) return `link:${target.link.from}:${target.link.to}`;
  if ("range" in target) return `range:${target.range}`;
  if ("entry" in target) return `entry:${target.entry.range}:${target.entry.index}`;
  if ("event" in target) return `event:${target.event}`;
  return `request:${target.request}`;
}

/** What a key names; null when it is none. */
export function keyTarget(key: string): Target | null {
  const [kind, first, second] = key.split(":");
  const a = Number(first);
  const b = Number(second);
  if (!Number.isSafeInteger(a)) return null;
  if (kind === "message") return { message: a };
  if (kind === "node") return { node: a };
  if (kind === "request") return { request: a };
  if (kind === "range") return { range: a };
  if (kind === "event") return { event: a };
  if (!Number.isSafeInteger(b)) return null;
  if (kind === "replica") return { replica: { range: a, node: b } };
  if (kind === "link") return { link: { from: a, to: b } };
  return kind === "entry" ? { entry: { range: a, index: b } } : null;
}

export function sameTarget(a: Target | null, b: Target | null): boolean {
  return targetKey(a) === targetKey(b);
}

/** The store or gateway that a target is or lies on, if it is one. */
export function nodeOfTarget(target: Target): number | null {
  if ("node" in target) return target.node;
  return "replica" in target ? target.replica.node : null;
}

export function requestOfTarget(target: Target | null): number | null {
  return target !== null && "request" in target ? target.request : null;
}

/** "store s1", "gateway g1": how a node is called in sentences. */
export function nodeName(world: World, index: number): string {
  const node = world.nodes[index];
  if (node === undefined) return t("node {index}", { index });
  if (node.kind === "pd") return t("placement driver");
  return node.kind === "store"
    ? t("store {id}", { id: node.id })
    : t("gateway {id}", { id: node.id });
}

/** What a target is called before anything is known of it. */
export function targetName(world: World, target: Target): string {
  if ("message" in target) return t("Message {id}", { id: target.message });
  if ("request" in target) return t("Request r{id}", { id: target.request });
  if ("range" in target) return t("Range {id}", { id: target.range });
  if ("event" in target) return t("Event {id}", { id: target.event });
  if ("entry" in target) return t("Entry {index} of range {range}", { ...target.entry });
  if ("link" in target) {
    const { from, to } = target.link;
    return t("Link {from} → {to}", {
      from: world.zones[from]?.id ?? "",
      to: world.zones[to]?.id ?? "",
    });
  }
  return nodeName(world, nodeOfTarget(target) ?? -1);
}
