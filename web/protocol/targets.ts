/**
 * Comparing and naming the things that can be selected.
 * Pure; must not know how a selection is drawn.
 */

import type { Target, World } from "./engine";

/** A stable text for a target: equal targets have equal keys. */
export function targetKey(target: Target | null): string {
  if (target === null) return "";
  if ("message" in target) return `message:${target.message}`;
  if ("node" in target) return `node:${target.node}`;
  if ("replica" in target) return `replica:${target.replica.range}:${target.replica.node}`;
  if ("link" in target) return `link:${target.link.from}:${target.link.to}`;
  return `request:${target.request}`;
}

export function sameTarget(a: Target | null, b: Target | null): boolean {
  return targetKey(a) === targetKey(b);
}

/** "store s1", "gateway g1": how a node is called in sentences. */
export function nodeName(world: World, index: number): string {
  const node = world.nodes[index];
  if (node === undefined) return `node ${index}`;
  return node.kind === "pd" ? "placement driver" : `${node.kind} ${node.id}`;
}
