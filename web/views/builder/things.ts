/**
 * The things of a drawn network as the builder's parts speak of them: their names, their keys on the
 * map, and which one a problem is about. Pure. Must not know the page.
 */

import type { Network } from "@/model/build/network";
import { type BuildProblem, type Path, problemsIn } from "@/model/build/part";
import { pathOf, type Thing } from "@/model/build/steps";

export function isSame(a: Thing | null, b: Thing): boolean {
  if (a === null || a.kind !== b.kind) return false;
  if (a.kind === "link" || b.kind === "link") {
    if (a.kind !== "link" || b.kind !== "link") return false;
    return (a.from === b.from && a.to === b.to) || (a.from === b.to && a.to === b.from);
  }
  return a.id === b.id;
}

/** All things of the map, in the order in which Tab and brackets go through them. */
export function thingsOf({ zones, nodes, links }: Network): Thing[] {
  return [
    ...zones.map(({ id }): Thing => ({ kind: "zone", id })),
    ...nodes.map(({ id }): Thing => ({ kind: "node", id })),
    ...links.map(
      ({ from, to }): Thing => ({
        kind: "link",
        from: zones[from]?.id ?? "",
        to: zones[to]?.id ?? "",
      }),
    ),
  ];
}

export function keyOf(thing: Thing): string {
  return thing.kind === "link" ? `link:${thing.from}:${thing.to}` : `${thing.kind}:${thing.id}`;
}

export function titleOf(thing: Thing, network: Network): string {
  switch (thing.kind) {
    case "zone":
      return `Zone ${thing.id}`;
    case "workload":
      return `Load ${thing.id}`;
    case "link":
      return `Link ${thing.from} – ${thing.to}`;
    case "node": {
      const kind = network.nodes.find(({ id }) => id === thing.id)?.kind ?? "store";
      if (kind === "pd") return "Placement driver";
      return `${kind === "store" ? "Store" : "Gateway"} ${thing.id}`;
    }
  }
}

/** What is wrong with a thing. */
export function wrongWith(
  value: unknown,
  thing: Thing,
  problems: readonly BuildProblem[],
): BuildProblem[] {
  if (problems.length === 0) return [];
  const path = pathOf(value, thing);
  return path === null ? [] : problemsIn(problems, path);
}

/** The thing of the map that a problem is about. */
export function thingAt(value: unknown, network: Network, problem: BuildProblem): Thing | null {
  const isIn = (path: Path | null): boolean =>
    path !== null && problemsIn([problem], path).length > 0;
  return thingsOf(network).find((thing) => isIn(pathOf(value, thing))) ?? null;
}
