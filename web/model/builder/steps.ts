/** What a person does to a drawn network, as changes of the file's text. */

import { t } from "@/language/words";
import { changed, documentOf, swapped } from "./document";
import { type DrawnNode, fieldsOf, isPair, itemsOf, networkOf, textOf, valueAt } from "./network";
import type { Path } from "./part";
import { freeId, referencesTo } from "./references";

export type DrawnTarget =
  | { kind: "zone"; id: string }
  | { kind: "node"; id: string }
  | { kind: "link"; from: string; to: string }
  | { kind: "workload"; id: string };

export interface Step {
  text: string;
  said: string;
  /** What it is about; null: it is gone. */
  target: DrawnTarget | null;
}

const ZONES: Path = ["topology", "zones"];
const STORES: Path = ["topology", "stores"];
const GATEWAYS: Path = ["topology", "gateways"];
const BETWEEN: Path = ["topology", "links", "between"];

export function readValue(text: string): unknown {
  const read = documentOf(text);
  return read.ok ? read.value : {};
}

/** All names of zones and machines: none may stand twice. */
export function takenIds(value: unknown): Set<string> {
  const topology = fieldsOf(fieldsOf(value).topology);
  const lists = ["zones", "stores", "gateways", "balancers", "hosts"];
  return new Set(lists.flatMap((key) => itemsOf(topology[key]).map(({ id }) => textOf(id))));
}

function idsAt(value: unknown, path: Path): string[] {
  return itemsOf(valueAt(value, path)).map(({ id }) => textOf(id));
}

export function addZone(text: string): Step {
  const value = readValue(text);
  const id = freeId(idsAt(value, ZONES).at(-1) ?? "az", takenIds(value));
  const next = changed(text, [...ZONES, -1], { id });
  return { text: next, said: t("Zone {id} was added.", { id }), target: { kind: "zone", id } };
}

export function addNode(text: string, kind: "store" | "gateway", zone: string): Step {
  const value = readValue(text);
  const list = kind === "store" ? STORES : GATEWAYS;
  const id = freeId(kind === "store" ? "s" : "g", takenIds(value));
  const next = changed(text, [...list, -1], { id, zone });
  const said =
    kind === "store"
      ? t("Store {id} was added in {zone}.", { id, zone })
      : t("Gateway {id} was added in {zone}.", { id, zone });
  return { text: next, said, target: { kind: "node", id } };
}

export function addLink(text: string, from: string, to: string): Step {
  const common = valueAt(readValue(text), ["topology", "links", "cross_zone", "rtt"]);
  const rtt = textOf(common) === "" ? "1ms" : common;
  return {
    text: changed(text, [...BETWEEN, -1], { zones: [from, to], rtt }),
    said: t("The link between {from} and {to} has values of its own.", { from, to }),
    target: { kind: "link", from, to },
  };
}

/** The two zones that a new link is between: the first pair that has none of its own. */
export function pairWithout(text: string, near: string | undefined): [string, string] | null {
  const { zones, links } = networkOf(readValue(text));
  const free = links.filter(({ path }) => path === null);
  const names = free.map(({ from, to }): [string, string] => [
    zones[from]?.id ?? "",
    zones[to]?.id ?? "",
  ]);
  return names.find((pair) => near !== undefined && pair.includes(near)) ?? names[0] ?? null;
}

export function addWorkload(text: string): Step {
  const value = readValue(text);
  const id = freeId("load", new Set(idsAt(value, ["workload"])));
  const from = idsAt(value, GATEWAYS)[0] ?? idsAt(value, ZONES)[0] ?? "";
  const next = changed(text, ["workload", -1], {
    id,
    from,
    op: "get",
    clients: 1,
    think: "200ms",
  });
  return { text: next, said: t("Load {id} was added.", { id }), target: { kind: "workload", id } };
}

export function moveNode(text: string, node: DrawnNode, to: string): Step {
  return {
    text: changed(text, [...node.path, "zone"], to),
    said: movedSaid(node, to),
    target: { kind: "node", id: node.id },
  };
}

function movedSaid({ id, kind, zone: from }: DrawnNode, to: string): string {
  switch (kind) {
    case "store":
      return t("Store {id} was moved from {from} to {to}.", { id, from, to });
    case "gateway":
      return t("Gateway {id} was moved from {from} to {to}.", { id, from, to });
    case "pd":
      return t("The placement driver was moved from {from} to {to}.", { from, to });
  }
}

/** Zones stand on the map in the order of the file. */
export function swapZones(text: string, a: string, b: string): Step {
  const ids = idsAt(readValue(text), ZONES);
  return {
    text: swapped(text, ZONES, ids.indexOf(a), ids.indexOf(b)),
    said: t("Zones {a} and {b} changed places.", { a, b }),
    target: { kind: "zone", id: a },
  };
}

/** Where a thing stands in the file; null: it is not there. */
export function pathOf(value: unknown, target: DrawnTarget): Path | null {
  switch (target.kind) {
    case "zone":
      return at(idsAt(value, ZONES).indexOf(target.id), ZONES);
    case "workload":
      return at(idsAt(value, ["workload"]).indexOf(target.id), ["workload"]);
    case "node":
      return networkOf(value).nodes.find(({ id }) => id === target.id)?.path ?? null;
    case "link": {
      const between = itemsOf(valueAt(value, BETWEEN));
      return at(
        between.findIndex(({ zones }) => isPair(zones, target.from, target.to)),
        BETWEEN,
      );
    }
  }
}

function at(index: number, list: Path): Path | null {
  return index < 0 ? null : [...list, index];
}

/** Null: the name is taken, or no name. Else all that names the thing has the new name. */
export function renamed(text: string, target: DrawnTarget, to: string): Step | null {
  const value = readValue(text);
  const path = pathOf(value, target);
  if (path === null || target.kind === "link" || !/^[A-Za-z0-9_-]+$/.test(to)) return null;
  const isLoad = target.kind === "workload";
  const taken = isLoad ? new Set(idsAt(value, ["workload"])) : takenIds(value);
  if (taken.has(to)) return null;
  const named = referencesTo(value, isLoad ? "workload" : "node", target.id);
  let next = changed(text, [...path, "id"], to);
  for (const reference of named) next = changed(next, reference.path, reference.renamed(to));
  const said = t("{id} is called {to} now.", { id: target.id, to });
  return { text: next, said, target: { ...target, id: to } };
}
