/** Where a place of a JSON text stands in what it says: the way down to it. */

import { isValue, itemsOf, type JsonNode, keyOf, stringOf } from "@/model/jsonSpots";
import type { Level } from "@/model/schemaBook";

/** What a person writes at a place. */
export type Writing =
  /** A key of this object; `node` is what there is of it. */
  | { kind: "key"; object: JsonNode; node: JsonNode | null }
  /** A value; `node` is what there is of it, `property` says whose it is. */
  | { kind: "value"; node: JsonNode | null; parent: JsonNode };

/** What is written at a node, which may be one that does not belong there yet. */
export function writingAt(node: JsonNode, pos: number): Writing | null {
  if (node.name === "PropertyName") {
    const object = node.parent?.parent;
    return object ? { kind: "key", object, node } : null;
  }
  if (node.name === "Property") {
    // Behind the key's colon or before it.
    const key = node.getChild("PropertyName");
    if (key === null || pos <= key.to) return null;
    return { kind: "value", node: null, parent: node };
  }
  if (node.name === "Object") return { kind: "key", object: node, node: null };
  if (node.name === "Array") return { kind: "value", node: null, parent: node };
  if (isValue(node) || node.type.isError) {
    const parent = node.parent;
    if (parent === null) return null;
    if (parent.name === "Property" || parent.name === "Array") {
      return { kind: "value", node: isValue(node) ? node : null, parent };
    }
    if (parent.name === "Object") return { kind: "key", object: parent, node };
  }
  return null;
}

/** The way from the top to a container. */
export function levelsTo(text: string, container: JsonNode): Level[] {
  const levels: Level[] = [];
  let inner = container;
  for (let node = container.parent; node !== null; inner = node, node = node.parent) {
    const level = levelOf(text, node, inner);
    if (level !== null) levels.unshift(level);
  }
  return levels;
}

/** The way from the top to a value of a property or of a list. */
export function levelsToValue(text: string, parent: JsonNode, node: JsonNode | null): Level[] {
  const level = levelOf(text, parent, node);
  return level === null ? [] : [...levelsTo(text, parent), level];
}

function levelOf(text: string, parent: JsonNode, inner: JsonNode | null): Level | null {
  if (parent.name === "Property") {
    const object = parent.parent;
    if (object === null) return null;
    const key = keyOf(text, parent) ?? "";
    const values = valuesOf(text, object);
    // What is being written shall not rule out what it may become.
    values.delete(key);
    return { kind: "object", values, key };
  }
  if (parent.name !== "Array") return null;
  const before = itemsOf(parent).filter((item) => inner !== null && item.to <= inner.from);
  return { kind: "array", index: before.length };
}

/** An object's short values, by key. */
export function valuesOf(text: string, object: JsonNode): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const property of object.getChildren("Property")) {
    const key = keyOf(text, property);
    const value = property.lastChild;
    if (key !== undefined && value !== null) values.set(key, shortValue(text, value));
  }
  return values;
}

/** What tells branches apart; of lists and objects only that they are there. */
function shortValue(text: string, { name, from, to }: JsonNode): unknown {
  switch (name) {
    case "String":
      return stringOf(text.slice(from, to));
    case "Number":
      return Number(text.slice(from, to));
    case "True":
    case "False":
      return name === "True";
    default:
      return undefined;
  }
}

/** Names that a text gives to its parts: values of the keys called `id`, with the list they are in. */
export function namesIn(text: string, top: JsonNode): { name: string; list: string }[] {
  const names: { name: string; list: string }[] = [];
  const cursor = top.cursor();
  do {
    if (cursor.name !== "PropertyName" || text.slice(cursor.from, cursor.to) !== '"id"') continue;
    const property = cursor.node.parent;
    const value = property?.lastChild;
    const list = property?.parent?.parent?.parent;
    if (value?.name !== "String" || list?.name !== "Property") continue;
    const name = stringOf(text.slice(value.from, value.to));
    if (name) names.push({ name, list: keyOf(text, list) ?? "" });
  } while (cursor.next());
  return names;
}
