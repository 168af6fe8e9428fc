/** What a scenario file, however broken, says of its network, as the builder draws it. */

import { t } from "@/language/words";
import type { Path } from "./part";

export type NodeKind = "store" | "gateway" | "pd";

export interface DrawnZone {
  id: string;
  region: string;
  path: Path;
}

export interface DrawnNode {
  kind: NodeKind;
  id: string;
  /** As the file says it; that zone may not be there. */
  zone: string;
  path: Path;
  /** The thing in a few words, beside its name. */
  says: string;
}

export interface DrawnLink {
  /** Zones by their places, the first one first. */
  from: number;
  to: number;
  /** Where the file speaks of these two alone; null: they are as all others. */
  path: Path | null;
  /** Its round trip, bandwidth and price, as far as the file says them. */
  rtt: string;
  bandwidth: string;
  price: string;
}

export interface Network {
  zones: DrawnZone[];
  nodes: DrawnNode[];
  links: DrawnLink[];
}

type Fields = Readonly<Record<string, unknown>>;

export function networkOf(value: unknown): Network {
  const topology = fieldsOf(fieldsOf(value).topology);
  const zones = itemsOf(topology.zones).map((zone, index) => ({
    id: textOf(zone.id),
    region: textOf(zone.region),
    path: ["topology", "zones", index],
  }));
  const nodes = [
    ...nodesOf("store", topology.stores, ["topology", "stores"]),
    ...nodesOf("gateway", topology.gateways, ["topology", "gateways"]),
    ...driverOf(topology.pd),
  ];
  return { zones, nodes, links: linksOf(zones, fieldsOf(topology.links)) };
}

function nodesOf(kind: NodeKind, list: unknown, path: Path): DrawnNode[] {
  return itemsOf(list).map((node, index) => ({
    kind,
    id: textOf(node.id),
    zone: textOf(node.zone),
    path: [...path, index],
    says: node.cores === undefined ? "" : t("{n} cores", { n: textOf(node.cores) }),
  }));
}

function driverOf(driver: unknown): DrawnNode[] {
  if (!isFields(driver)) return [];
  const zone = textOf(driver.zone);
  return [{ kind: "pd", id: "PD", zone, path: ["topology", "pd"], says: "" }];
}

function linksOf(zones: readonly DrawnZone[], links: Fields): DrawnLink[] {
  const between = itemsOf(links.between);
  const common = fieldsOf(links.cross_zone);
  return zones.flatMap((a, from) =>
    zones.slice(from + 1).map((b, step) => {
      const at = between.findIndex(({ zones: pair }) => isPair(pair, a.id, b.id));
      const own = between[at] ?? {};
      const said = (key: string): string => textOf(own[key] ?? common[key]);
      const price = said("usd_per_gb");
      return {
        from,
        to: from + 1 + step,
        path: at < 0 ? null : ["topology", "links", "between", at],
        rtt: said("rtt"),
        bandwidth: said("bandwidth"),
        price: price === "" ? "" : `${price} USD/GB`,
      };
    }),
  );
}

/** Whether a pair of a file names these two, either way round. */
export function isPair(pair: unknown, a: string, b: string): boolean {
  if (!Array.isArray(pair) || pair.length !== 2) return false;
  return (pair[0] === a && pair[1] === b) || (pair[0] === b && pair[1] === a);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The members of an object; of anything else none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The objects of a list, each at its place; what is none counts as an empty one. */
export function itemsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** A short value as people read it. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** What stands at a place of a value; undefined where there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  let at: unknown = value;
  for (const step of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}
