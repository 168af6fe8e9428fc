/** What every part of the map shares: the world, the places, and how to open a thing's actions. */

import { createContext, useContext } from "react";
import type { Target, World } from "@/engine/types";
import { msg, t } from "@/language/words";
import type { Lanes } from "@/model/map/lanes";
import type { Layout } from "@/model/map/layout";

/** A thing of the map that has actions of its own. */
export type Subject =
  | { kind: "zone"; zone: number }
  | { kind: "node"; node: number }
  | { kind: "link"; from: number; to: number };

export interface MapParts {
  world: World;
  layout: Layout;
  lanes: Lanes;
  scale: number;
  /** For who watches: no buttons of its own, links say the least. */
  brief: boolean;
  /** Blocks of a log that stand beside each other on every island. */
  blocks: number;
  /** Some cell has no height for them. */
  isLow: boolean;
  /** The subject whose actions are open, as a key. */
  opened: string;
  /** The subject that Tab reaches, as a key: arrows go on from there. */
  stop: string;
  /**
   * Selects a thing and opens its actions beside the element. For who watches a link is cut or
   * healed at once, unless `more` is asked for.
   */
  open(subject: Subject, element: Element, more?: boolean): void;
}

export const MapContext = createContext<MapParts | null>(null);

export function useMap(): MapParts {
  const parts = useContext(MapContext);
  if (!parts) throw new Error("This part of the map stands outside MapView.");
  return parts;
}

export function subjectKey(subject: Subject): string {
  if (subject.kind === "zone") return `zone:${subject.zone}`;
  if (subject.kind === "node") return `node:${subject.node}`;
  return `link:${subject.from}:${subject.to}`;
}

/** How a subject is called: "Store s2", "Zone az1", "Link az1 – az2". */
export function subjectName(world: World, subject: Subject): string {
  const zone = (index: number) => world.zones[index]?.id ?? "";
  if (subject.kind === "zone") return t("Zone {zone}", { zone: zone(subject.zone) });
  if (subject.kind === "link")
    return t("Link {from} – {to}", { from: zone(subject.from), to: zone(subject.to) });
  const node = world.nodes[subject.node];
  return t(NODE_NAMES[node?.kind ?? "store"], { id: node?.id ?? "" });
}

const NODE_NAMES = {
  store: msg("Store {id}"),
  gateway: msg("Gateway {id}"),
  pd: msg("Placement driver {id}"),
};

/** What the engine calls a subject; it has no word for a zone. */
export function targetOf(subject: Subject): Target | null {
  if (subject.kind === "node") return { node: subject.node };
  if (subject.kind === "link") return { link: { from: subject.from, to: subject.to } };
  return null;
}
