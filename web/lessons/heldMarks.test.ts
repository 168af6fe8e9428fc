import { expect, test } from "vitest";
import { heldMarks } from "./heldMarks";
import type { TextNode } from "./textNodes";

const text = (value: string): TextNode => ({ type: "text", value });
const word = (tagName: string, value: string): TextNode => ({
  type: "element",
  tagName,
  children: [text(value)],
});

/** A tree as words, with what is held together in brackets. */
function said(node: TextNode): string {
  const inner = (node.children ?? []).map(said).join("");
  return node.tagName === "span" ? `[${inner}]` : `${node.value ?? ""}${inner}`;
}

function held(...children: TextNode[]): string {
  const tree: TextNode = { type: "element", tagName: "p", children };
  heldMarks()(tree);
  return said(tree);
}

test("a mark stays with the word before it, and the rest of the text is as it was", () => {
  expect(held(text("through the "), word("dfn", "delegate"), text(". In the"))).toBe(
    "through the [delegate.] In the",
  );
  expect(held(word("mark", "Madrid"), text("，两个在 "), word("mark", "s4"), text("。"))).toBe(
    "[Madrid，]两个在 [s4。]",
  );
});

test("nothing is held where no mark follows, nor after other elements", () => {
  expect(held(word("mark", "s1"), text(" leads."))).toBe("s1 leads.");
  expect(held(word("em", "all"), text(", and"))).toBe("all, and");
  expect(held(word("mark", "s1"))).toBe("s1");
});
