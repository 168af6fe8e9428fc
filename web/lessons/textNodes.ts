/** Cuts the texts of a tree that Markdown made into pieces, some of them elements of their own. */

export interface TextNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, string>;
  children?: TextNode[];
}

export interface TextPiece {
  text: string;
  /** Its element, where it is one. */
  element: { tagName: string; title: string } | null;
}

/** Code is quoted as it is, a link's text is its own, and what is explained already stays. */
const AS_THEY_ARE = ["code", "a", "dfn"];

/** Changes a tree in place. */
export function withPieces(node: TextNode, piecesOf: (text: string) => TextPiece[]): void {
  if (node.tagName !== undefined && AS_THEY_ARE.includes(node.tagName)) return;
  if (node.children === undefined) return;
  node.children = node.children.flatMap((child) => {
    withPieces(child, piecesOf);
    return child.type === "text" ? piecesOf(child.value ?? "").map(nodeOf) : [child];
  });
}

function nodeOf({ text, element }: TextPiece): TextNode {
  const node = { type: "text", value: text };
  if (element === null) return node;
  const { tagName, title } = element;
  return { type: "element", tagName, properties: { title }, children: [node] };
}
