/**
 * Puts the words of the field that a text explains into elements of their own, each where it stands
 * first in the text: a step between Markdown and the page. Pure.
 */

import { meaningOf } from "@/model/glossary";
import { piecesOf } from "@/model/terms";

interface TextNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, string>;
  children?: TextNode[];
}

/** Code is quoted as it is, and a link's text is its own. */
const AS_THEY_ARE = ["code", "a"];

/** A plugin of the kind that react-markdown takes. */
export function termNodes() {
  return (tree: TextNode): void => {
    const told = new Set<string>();
    visit(tree, told);
  };
}

function visit(node: TextNode, told: Set<string>): void {
  if (node.tagName !== undefined && AS_THEY_ARE.includes(node.tagName)) return;
  if (node.children === undefined) return;
  node.children = node.children.flatMap((child) => {
    visit(child, told);
    return child.type === "text" ? parted(child, told) : [child];
  });
}

function parted({ value = "" }: TextNode, told: Set<string>): TextNode[] {
  return piecesOf(value, told).map(({ text, term }) => {
    const node = { type: "text", value: text };
    if (term === null) return node;
    return {
      type: "element",
      tagName: "dfn",
      properties: { title: meaningOf(term.name) },
      children: [node],
    };
  });
}
