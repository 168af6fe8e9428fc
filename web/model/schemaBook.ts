/** What a JSON Schema says of a place in a text: which keys and values belong there. */

import { msg, t } from "@/language/words";

export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema | boolean>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema | boolean;
  prefixItems?: (Schema | boolean)[];
  anyOf?: (Schema | boolean)[];
  oneOf?: (Schema | boolean)[];
  allOf?: (Schema | boolean)[];
  $defs?: Record<string, Schema>;
}

/** A level of a text: an object with its short values, by which branches are told apart, or a list. */
export type Level =
  | { kind: "object"; values: ReadonlyMap<string, unknown>; key: string }
  | { kind: "array"; index: number };

export interface KnownKey {
  key: string;
  schema: Schema;
  required: boolean;
}

/** What a variant changes of its scenario: anything but this. */
const NOT_IN_VARIANTS = ["$schema", "format", "variants", "expect"];
const PATCH = "#/$defs/VariantPatch";

export class SchemaBook {
  private readonly root: Schema;

  constructor(root: Schema) {
    this.root = root;
  }

  /** All that may stand at the end of a way down from the top. */
  at(levels: readonly Level[]): Schema[] {
    let here = this.expand(this.root);
    for (const level of levels) here = this.below(here, level);
    return here;
  }

  /** The keys of an object that these describe; `values` tells which branch it is. */
  keys(schemas: readonly Schema[], values: ReadonlyMap<string, unknown>): KnownKey[] {
    const found = new Map<string, KnownKey>();
    for (const schema of fitting(schemas, values)) {
      for (const [key, value] of Object.entries(schema.properties ?? {})) {
        if (typeof value === "boolean" || found.has(key)) continue;
        found.set(key, { key, schema: value, required: schema.required?.includes(key) ?? false });
      }
    }
    return [...found.values()];
  }

  /** A schema and what it refers to, branch by branch. */
  expand(schema: Schema | boolean | undefined, depth = 0): Schema[] {
    if (schema === undefined || typeof schema === "boolean" || depth > 8) return [];
    if (schema.$ref === PATCH) return [patchOf(this.root)];
    const { $ref, oneOf, anyOf, allOf, ...own } = schema;
    const target = $ref === undefined ? [] : this.expand(this.definition($ref), depth + 1);
    const branches = [...(oneOf ?? []), ...(anyOf ?? []), ...(allOf ?? [])];
    const inner = branches.flatMap((branch) => this.expand(branch, depth + 1));
    // What is said beside a reference says more of this place than the definition does.
    const referred = target.map((one) => ({ ...one, ...own }));
    return [...(hasShape(own) ? [own] : []), ...referred, ...inner];
  }

  private definition($ref: string): Schema | undefined {
    const name = /^#\/\$defs\/(.+)$/.exec($ref)?.[1];
    return name === undefined ? undefined : this.root.$defs?.[name];
  }

  private below(schemas: readonly Schema[], level: Level): Schema[] {
    if (level.kind === "array") {
      return schemas.flatMap(({ items, prefixItems }) =>
        this.expand(prefixItems?.[level.index] ?? items),
      );
    }
    return fitting(schemas, level.values).flatMap(({ properties, additionalProperties }) =>
      this.expand(properties?.[level.key] ?? additionalProperties),
    );
  }
}

/** A variant is written like its scenario. */
function patchOf(root: Schema): Schema {
  const { description, properties } = root;
  const title: Schema = { type: "string", description: t("What people call the variant.") };
  const kept = Object.entries(properties ?? {}).filter(([key]) => !NOT_IN_VARIANTS.includes(key));
  return {
    type: "object",
    ...(description && { description }),
    properties: { ...Object.fromEntries(kept), title },
  };
}

/** The branches that an object's own words do not rule out. */
function fitting(schemas: readonly Schema[], values: ReadonlyMap<string, unknown>): Schema[] {
  return schemas.filter(({ properties }) =>
    Object.entries(properties ?? {}).every(([key, schema]) => {
      if (typeof schema === "boolean" || schema.const === undefined || !values.has(key))
        return true;
      return values.get(key) === schema.const;
    }),
  );
}

function hasShape(schema: Schema): boolean {
  const { properties, type, items, additionalProperties } = schema;
  const isObject = properties !== undefined || additionalProperties !== undefined;
  return (
    isObject ||
    type !== undefined ||
    items !== undefined ||
    schema.const !== undefined ||
    !!schema.enum
  );
}

/** The words that may stand here, each with what it means. */
export function wordsOf(schemas: readonly Schema[]): { word: unknown; text: string }[] {
  const words = new Map<unknown, string>();
  for (const { const: only, enum: several, description = "", type } of schemas) {
    const listed = only === undefined ? (several ?? []) : [only];
    for (const word of listed) if (!words.has(word)) words.set(word, description);
    if ([type].flat().includes("boolean")) {
      words.set(true, "");
      words.set(false, "");
    }
  }
  return [...words].map(([word, text]) => ({ word, text }));
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: msg("text"),
  integer: msg("whole number"),
  number: msg("number"),
  boolean: msg("true or false"),
  object: msg("object"),
  array: msg("list"),
};

/** What may stand here, in a few words. */
export function typeText(schemas: readonly Schema[]): string {
  const words = wordsOf(schemas.filter(({ type }) => ![type].flat().includes("boolean")));
  if (words.length > 0 && words.length <= 4) {
    return words.map(({ word }) => JSON.stringify(word)).join(", ");
  }
  if (words.length > 0) return t("one of {n} words", { n: words.length });
  const types = new Set(schemas.flatMap(({ type }) => type ?? []));
  types.delete("null");
  return [...types].map((type) => t(TYPE_WORDS[type] ?? type)).reduce(withType, "");
}

function withType(one: string, other: string): string {
  return one === "" ? other : t("{one} or {other}", { one, other });
}

/** Bounds and what stands in for nothing, as sentences. */
export function boundsText(schemas: readonly Schema[]): string {
  const first = schemas.find(
    ({ minimum, maximum }) => minimum !== undefined || maximum !== undefined,
  );
  const given = schemas.find((schema) => isTelling(schema.default))?.default;
  const bounds = first === undefined ? "" : rangeText(first);
  if (given === undefined) return bounds;
  const without = t("Without it: {value}.", { value: JSON.stringify(given) });
  return `${bounds} ${without}`.trim();
}

function rangeText({ minimum, maximum }: Schema): string {
  return maximum === undefined
    ? t("At least {minimum}.", { minimum: minimum ?? 0 })
    : t("{minimum} to {maximum}.", { minimum: minimum ?? 0, maximum });
}

/** A list of everything would say nothing. */
function isTelling(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== "object" && value !== "";
}
