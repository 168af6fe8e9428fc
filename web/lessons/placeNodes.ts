/** Puts the stores, gateways and zones that a text names into elements of their own. */

import type { World } from "@/engine/types";
import { type MapPlace, namesOf, placePieces } from "@/model/placesInText";
import { type TextNode, withPieces } from "./textNodes";

/** What is named, as the title of its element. */
export function titleOf(place: MapPlace): string {
  return "node" in place ? `node ${place.node}` : `zone ${place.zone}`;
}

export function placeOf(title: string): MapPlace {
  const [kind, place] = title.split(" ");
  return kind === "node" ? { node: Number(place) } : { zone: Number(place) };
}

/** A plugin of the kind that react-markdown takes, for the places of a world. */
export function placeNodes(world: Pick<World, "nodes" | "zones">) {
  const names = namesOf(world);
  return () =>
    (tree: TextNode): void => {
      const marked = new Set<MapPlace>();
      withPieces(tree, (text) =>
        placePieces(text, names, marked).map((piece) => ({
          text: piece.text,
          element: piece.place && { tagName: "mark", title: titleOf(piece.place) },
        })),
      );
    };
}
