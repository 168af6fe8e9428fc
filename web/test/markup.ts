/**
 * Static markup as a visitor meets it: its words, and its controls by role and name. For tests of
 * what the page shows that need no browser. Reads what React writes, not every HTML.
 */

export type Role = "button" | "radio" | "switch" | "checkbox" | "textbox" | "combobox";

export interface Control {
  role: Role;
  name: string;
  /** Name of the group of radio inputs that it belongs to; "" for other controls. */
  group: string;
  isOn: boolean;
  isDisabled: boolean;
  /** The one main button of its part. */
  isMain: boolean;
  /** Values that can be chosen. */
  options: readonly string[];
}

interface Tag {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  words: string;
  /** Values of the options in it. */
  options: string[];
}

/** A control, its name still unknown where a label after it may give it. */
interface Found extends Omit<Control, "name"> {
  element: Tag;
  /** The label around it. */
  label: Tag | undefined;
}

const VOID = new Set(["input", "br", "img", "hr", "col", "wbr"]);
/** What stands within a line; anything else separates words. */
const INLINE = new Set(["a", "b", "code", "dfn", "em", "i", "mark", "span", "strong"]);
const TOKEN = /<(\/?)([a-zA-Z0-9]+)([^>]*)>|([^<]+)/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
};

/** All that is said, with one space between words. */
export function wordsOf(html: string): string {
  const said = html.replace(TOKEN, (token, _slash, tag: string | undefined) => {
    if (tag === undefined) return token;
    return INLINE.has(tag) ? "" : " ";
  });
  return spaced(decoded(said));
}

/** In the order of the page. */
export function controlsOf(html: string): Control[] {
  const open: Tag[] = [];
  const labels = new Map<string, Tag>();
  const found: Found[] = [];
  for (const [, slash, tag, rest = "", text = ""] of html.matchAll(TOKEN)) {
    if (tag === undefined) {
      for (const element of open) element.words += decoded(text);
    } else if (slash === "/") open.pop();
    else {
      const element: Tag = { tag, attributes: attributesOf(rest), words: "", options: [] };
      const { for: target } = element.attributes;
      if (tag === "label" && target !== undefined) labels.set(target, element);
      const control = controlOf(element, open);
      if (control !== undefined) found.push(control);
      if (!VOID.has(tag)) open.push(element);
    }
  }
  return found.map(({ element, label, ...control }) => {
    const { id = "", "aria-label": named } = element.attributes;
    const labelled = (labels.get(id) ?? label ?? element).words;
    return { ...control, name: spaced(named ?? labelled) };
  });
}

function controlOf(element: Tag, open: readonly Tag[]): Found | undefined {
  const { tag, attributes } = element;
  if (tag === "option") {
    open.findLast((one) => one.tag === "select")?.options.push(attributes.value ?? "");
    return undefined;
  }
  const role = roleOf(element);
  if (role === undefined) return undefined;
  const around = open.findLast((one) => one.attributes.role === "radiogroup");
  return {
    element,
    label: open.findLast((one) => one.tag === "label"),
    role,
    group: role === "radio" ? (around?.attributes["aria-label"] ?? "") : "",
    isOn: "checked" in attributes,
    isDisabled: "disabled" in attributes || open.some((one) => isOffGroup(one)),
    isMain: attributes["data-kind"] === "primary",
    options: element.options,
  };
}

function isOffGroup({ tag, attributes }: Tag): boolean {
  return tag === "fieldset" && "disabled" in attributes;
}

function roleOf({ tag, attributes }: Tag): Role | undefined {
  if (tag === "button") return "button";
  if (tag === "select") return "combobox";
  if (tag !== "input") return undefined;
  const { role, type = "text" } = attributes;
  if (role === "switch") return role;
  if (type === "radio" || type === "checkbox") return type;
  return "textbox";
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(ATTRIBUTE)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, decoded(value)]));
}

function decoded(text: string): string {
  return text.replace(/&(#x27|\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

function spaced(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
