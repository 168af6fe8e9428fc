/** Puts the field's words that a text explains into elements of their own, where each is first. */

import { piecesOf } from "@/model/terms";
import { type TextNode, withPieces } from "./textNodes";

/** A plugin of the kind that react-markdown takes. */
export function termNodes() {
  return (tree: TextNode): void => {
    const explained = new Set<string>();
    withPieces(tree, (text) =>
      piecesOf(text, explained).map((piece) => ({
        text: piece.text,
        element: piece.term && { tagName: "dfn", title: piece.term.name },
      })),
    );
  };
}
