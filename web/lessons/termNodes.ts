/**
 * Puts the words of the field that a text explains into elements of their own, each where it stands
 * first in the text: a step between Markdown and the page. Pure.
 */

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
