/** Holds punctuation to the word before it, so that no line begins with a mark. */

import { marksAhead } from "@/ui/Termed";
import type { TextNode } from "./textNodes";

const OF_WORDS = ["dfn", "mark"];

/** A plugin of the kind that react-markdown takes. */
export function heldMarks() {
  return (tree: TextNode): void => hold(tree);
}

function hold(node: TextNode): void {
  const { children } = node;
  if (children === undefined) return;
  for (const child of children) hold(child);
  node.children = children.flatMap((child, place) => {
    const marks = marksAhead(children[place + 1]?.value ?? "");
    const before = children[place - 1];
    if (isWord(child) && marks !== "") {
      const held = { type: "text", value: marks };
      return [{ type: "element", tagName: "span", properties: {}, children: [child, held] }];
    }
    if (child.value === undefined || before === undefined || !isWord(before)) return [child];
    return [{ ...child, value: child.value.slice(marksAhead(child.value).length) }];
  });
}

function isWord({ tagName }: TextNode): boolean {
  return tagName !== undefined && OF_WORDS.includes(tagName);
}
