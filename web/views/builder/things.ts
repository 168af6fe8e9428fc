/** The things of a drawn network: their names, their keys, and which one a problem is about. */

import { t } from "@/language/words";
import type { DrawnNode, Network, NodeKind } from "@/model/builder/network";
import { type BuildProblem, type Path, problemsIn } from "@/model/builder/part";
import { pathOf, type Thing } from "@/model/builder/steps";

/** What a person does to the things of the map. */
export interface MapDoings {
  choose(thing: Thing): void;
  open(thing: Thing): void;
  remove(thing: Thing): void;
  /** A machine to another zone, a zone to the place of another. */
  move(thing: Thing, toZone: string): void;
  /** A link of their own between two zones. */
  link(from: string, to: string): void;
}

/** What is taken with the pointer: a thing, or the end of a new link. */
export type Taken = { thing: Thing } | { linkFrom: string };

export interface PlacedNode {
  node: DrawnNode;
  rect: { x: number; y: number; w: number; h: number };
}

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
      return t("Zone {zone}", { zone: thing.id });
    case "workload":
      return t("Load {id}", { id: thing.id });
    case "link":
      return t("Link {from} – {to}", { from: thing.from, to: thing.to });
    case "node":
      return nodeTitle(kindOf(thing.id, network), thing.id);
  }
}

export function nodeTitle(kind: NodeKind, id: string): string {
  switch (kind) {
    case "store":
      return t("Store {id}", { id });
    case "gateway":
      return t("Gateway {id}", { id });
    case "pd":
      return t("Placement driver");
  }
}

function kindOf(node: string, { nodes }: Network): NodeKind {
  return nodes.find(({ id }) => id === node)?.kind ?? "store";
}

/** On the button that takes it out. */
export function removeText(thing: Thing, network: Network): string {
  switch (thing.kind) {
    case "zone":
      return t("Remove zone {id}", { id: thing.id });
    case "workload":
      return t("Remove load {id}", { id: thing.id });
    case "link":
      return t("Remove its own values");
    case "node":
      return removeNodeText(kindOf(thing.id, network), thing.id);
  }
}

function removeNodeText(kind: NodeKind, id: string): string {
  switch (kind) {
    case "store":
      return t("Remove store {id}", { id });
    case "gateway":
      return t("Remove gateway {id}", { id });
    case "pd":
      return t("Remove placement driver");
  }
}

export function problemCount(n: number): string {
  return t("{n, plural, one {# problem} other {# problems}}", { n });
}

export function wrongWith(
  value: unknown,
  thing: Thing,
  problems: readonly BuildProblem[],
): BuildProblem[] {
  if (problems.length === 0) return [];
  const path = pathOf(value, thing);
  return path === null ? [] : problemsIn(problems, path);
}

export function thingAt(value: unknown, network: Network, problem: BuildProblem): Thing | null {
  const isIn = (path: Path | null): boolean =>
    path !== null && problemsIn([problem], path).length > 0;
  return thingsOf(network).find((thing) => isIn(pathOf(value, thing))) ?? null;
}
