/** What the word under the pointer means. Must not know where the schema comes from. */

import { syntaxTree } from "@codemirror/language";
import { hoverTooltip } from "@codemirror/view";

import { isValue } from "@/model/jsonSpots";
import type { SchemaBook } from "@/model/schemaBook";
import { infoOf } from "./complete";
import { levelsToValue } from "./cursor";

export function hoverFrom(book: (text: string) => SchemaBook | null) {
  return hoverTooltip((view, pos, side) => {
    const text = view.state.doc.toString();
    const known = book(text);
    const node = syntaxTree(view.state).resolveInner(pos, side);
    const property = node.parent;
    const isWord = node.name === "PropertyName" || (isValue(node) && node.firstChild === null);
    if (known === null || !isWord || property?.name !== "Property") return null;
    const levels = levelsToValue(text, property, null);
    const schemas = known.at(levels);
    if (!schemas.some(({ description }) => description)) return null;
    return {
      pos: node.from,
      end: node.to,
      above: true,
      create: () => ({ dom: tipOf(infoOf(schemas, false)) }),
    };
  });
}

function tipOf(content: HTMLElement): HTMLElement {
  content.className = "cm-meaning";
  return content;
}
