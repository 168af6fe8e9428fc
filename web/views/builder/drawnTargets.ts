/** The things of a drawn network: their names, their keys, and which one a problem is about. */

import { t } from "@/language/words";
import type { DrawnNode, Network, NodeKind } from "@/model/builder/network";
import { type BuildProblem, type Path, problemsIn } from "@/model/builder/part";
import { type DrawnTarget, pathOf } from "@/model/builder/steps";

/** What a person does to the things of the map. */
export interface MapHandlers {
  choose(target: DrawnTarget): void;
  open(target: DrawnTarget): void;
  remove(target: DrawnTarget): void;
  /** A machine to another zone, a zone to the place of another. */
  move(target: DrawnTarget, toZone: string): void;
  /** A link of their own between two zones. */
  link(from: string, to: string): void;
}

/** What is taken with the pointer: a thing, or the end of a new link. */
export type Dragged = { target: DrawnTarget } | { linkFrom: string };

export interface PlacedNode {
  node: DrawnNode;
  rect: { x: number; y: number; w: number; h: number };
}

export function isSame(a: DrawnTarget | null, b: DrawnTarget): boolean {
  if (a === null || a.kind !== b.kind) return false;
  if (a.kind === "link" || b.kind === "link") {
    if (a.kind !== "link" || b.kind !== "link") return false;
    return (a.from === b.from && a.to === b.to) || (a.from === b.to && a.to === b.from);
  }
  return a.id === b.id;
}

/** All things of the map, in the order in which Tab and brackets go through them. */
export function targetsOf({ zones, nodes, links }: Network): DrawnTarget[] {
  return [
    ...zones.map(({ id }): DrawnTarget => ({ kind: "zone", id })),
    ...nodes.map(({ id }): DrawnTarget => ({ kind: "node", id })),
    ...links.map(
      ({ from, to }): DrawnTarget => ({
        kind: "link",
        from: zones[from]?.id ?? "",
        to: zones[to]?.id ?? "",
      }),
    ),
  ];
}

export function keyOf(target: DrawnTarget): string {
  return target.kind === "link"
    ? `link:${target.from}:${target.to}`
    : `${target.kind}:${target.id}`;
}

export function titleOf(target: DrawnTarget, network: Network): string {
  switch (target.kind) {
    case "zone":
      return t("Zone {zone}", { zone: target.id });
    case "workload":
      return t("Load {id}", { id: target.id });
    case "link":
      return t("Link {from} – {to}", { from: target.from, to: target.to });
    case "node":
      return nodeTitle(kindOf(target.id, network), target.id);
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
export function removeText(target: DrawnTarget, network: Network): string {
  switch (target.kind) {
    case "zone":
      return t("Remove zone {id}", { id: target.id });
    case "workload":
      return t("Remove load {id}", { id: target.id });
    case "link":
      return t("Remove its own values");
    case "node":
      return removeNodeText(kindOf(target.id, network), target.id);
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
  target: DrawnTarget,
  problems: readonly BuildProblem[],
): BuildProblem[] {
  if (problems.length === 0) return [];
  const path = pathOf(value, target);
  return path === null ? [] : problemsIn(problems, path);
}

/** The thing of the map that a problem is about. */
export function targetAt(
  value: unknown,
  network: Network,
  problem: BuildProblem,
): DrawnTarget | null {
  const isIn = (path: Path | null): boolean =>
    path !== null && problemsIn([problem], path).length > 0;
  return targetsOf(network).find((target) => isIn(pathOf(value, target))) ?? null;
}
