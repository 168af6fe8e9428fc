/** The sides from which a thing can be inspected, and the element that opened it. Pure. */
import type { Target, World } from "@/engine/types";
import { t } from "@/language/words";
import { nodeOfTarget, sameTarget, targetKey } from "@/model/targets";

export interface Facet {
  label: string;
  target: Target;
  is(target: Target): boolean;
}

/** A store is also a replica of the shown range; a link has two directions. */
export function facetsOf(target: Target, world: World, range: number): Facet[] {
  if ("link" in target) {
    const { from, to } = target.link;
    const [low, high] = from < to ? [from, to] : [to, from];
    return [facet(wayOf(world, low, high), low, high), facet(wayOf(world, high, low), high, low)];
  }
  const node = nodeOfTarget(target);
  if (node === null) return [];
  const shown = "replica" in target ? target.replica.range : range;
  const held = world.ranges.find((r) => r.id === shown);
  if (!held?.replicas.some((replica) => replica.node === node)) return [];
  return [
    { label: t("Store"), target: { node }, is: (other) => "node" in other },
    {
      label: t("Replica of range {range}", { range: shown }),
      target: { replica: { range: shown, node } },
      is: (other) => "replica" in other,
    },
  ];
}

function facet(label: string, from: number, to: number): Facet {
  const target: Target = { link: { from, to } };
  return { label, target, is: (other) => sameTarget(other, target) };
}

function wayOf(world: World, from: number, to: number): string {
  return `${world.zones[from]?.id ?? ""} → ${world.zones[to]?.id ?? ""}`;
}

/** Selector of the element on the map that stands for a target, for the focus to return to. */
export function openerOf(target: Target): string {
  const node = nodeOfTarget(target);
  if (node !== null) return `[data-node="${node}"]`;
  const key = targetKey(target);
  if ("entry" in target || "event" in target || "request" in target)
    return `[data-target="${key}"]`;
  if ("link" in target) {
    const { from, to } = target.link;
    return `[data-link="${Math.min(from, to)}-${Math.max(from, to)}"]`;
  }
  return "[data-messages]";
}
