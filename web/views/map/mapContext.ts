/** What every part of the map shares: the world, the places, and how to open a thing's actions. */

import { createContext, useContext } from "react";
import type { Target, World } from "@/engine/types";
import { msg, t } from "@/language/words";
import type { Layout } from "@/model/map/layout";
import type { Lanes } from "@/model/map/linkPaths";

/** A thing of the map that has actions of its own. */
export type MapTarget =
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
  /** The target whose actions are open, as a key. */
  opened: string;
  /** The target that Tab reaches, as a key: arrows go on from there. */
  stop: string;
  /**
   * Selects a thing and opens its actions beside the element. For who watches a link is cut or
   * healed at once, unless `more` is asked for.
   */
  open(mapTarget: MapTarget, element: Element, more?: boolean): void;
}

export const MapContext = createContext<MapParts | null>(null);

export function useMap(): MapParts {
  const parts = useContext(MapContext);
  if (!parts) throw new Error("This part of the map stands outside MapView.");
  return parts;
}

export function mapTargetKey(mapTarget: MapTarget): string {
  if (mapTarget.kind === "zone") return `zone:${mapTarget.zone}`;
  if (mapTarget.kind === "node") return `node:${mapTarget.node}`;
  return `link:${mapTarget.from}:${mapTarget.to}`;
}

/** How a target is called: "Store s2", "Zone az1", "Link az1 – az2". */
export function mapTargetName(world: World, mapTarget: MapTarget): string {
  const zone = (index: number) => world.zones[index]?.id ?? "";
  if (mapTarget.kind === "zone") return t("Zone {zone}", { zone: zone(mapTarget.zone) });
  if (mapTarget.kind === "link")
    return t("Link {from} – {to}", { from: zone(mapTarget.from), to: zone(mapTarget.to) });
  const node = world.nodes[mapTarget.node];
  return t(NODE_NAMES[node?.kind ?? "store"], { id: node?.id ?? "" });
}

const NODE_NAMES = {
  store: msg("Store {id}"),
  gateway: msg("Gateway {id}"),
  pd: msg("Placement driver {id}"),
};

/** What the engine calls a target; it has no word for a zone. */
export function targetOf(mapTarget: MapTarget): Target | null {
  if (mapTarget.kind === "node") return { node: mapTarget.node };
  if (mapTarget.kind === "link") return { link: { from: mapTarget.from, to: mapTarget.to } };
  return null;
}
