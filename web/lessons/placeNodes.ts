/** Puts the stores, gateways and zones that a text names into elements of their own. */

import type { World } from "@/engine/types";
import { type Named, namedPieces, namesOf } from "@/model/named";
import { type TextNode, withPieces } from "./textNodes";

/** What is named, as the title of its element. */
export function titleOf(named: Named): string {
  return "node" in named ? `node ${named.node}` : `zone ${named.zone}`;
}

export function namedOf(title: string): Named {
  const [kind, place] = title.split(" ");
  return kind === "node" ? { node: Number(place) } : { zone: Number(place) };
}

/** A plugin of the kind that react-markdown takes, for the places of a world. */
export function placeNodes(world: Pick<World, "nodes" | "zones">) {
  const names = namesOf(world);
  return () =>
    (tree: TextNode): void => {
      const told = new Set<Named>();
      withPieces(tree, (text) =>
        namedPieces(text, names, told).map((piece) => ({
          text: piece.text,
          element: piece.named && { tagName: "mark", title: titleOf(piece.named) },
        })),
      );
    };
}
