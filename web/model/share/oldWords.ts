/** The small language of links of the first kind: pairs of key and value. Reading is total. */

export interface Pair {
  key: string;
  value: string;
}

const NAME = /^[a-z][a-z0-9_]*$/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** Text that would be read as something else says so by this sign. */
const TEXT_SIGN = "'";
const JSON_SIGN = "~";
const LIST_SIGN = "!";

/** At most so many, and whether there were more. */
export function readPairs(text: string, most: number): { pairs: Pair[]; isAll: boolean } {
  const pairs: Pair[] = [];
  let at = 0;
  while (at < text.length) {
    if (pairs.length >= most) return { pairs, isAll: false };
    const next = text.indexOf("&", at);
    const end = next < 0 ? text.length : next;
    const pair = text.slice(at, end);
    const mark = pair.indexOf("=");
    if (mark < 0) pairs.push({ key: pair, value: "" });
    else pairs.push({ key: pair.slice(0, mark), value: pair.slice(mark + 1) });
    at = end + 1;
  }
  return { pairs, isAll: true };
}

/** As it is when it cannot be what was written. */
export function readPlain(value: string): string {
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export function readList(value: string): string[] {
  return value.split(",").map(readPlain);
}

/** In microseconds; undefined when it is no instant. */
export function readSeconds(text: string): number | undefined {
  const found = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text);
  if (found === null) return undefined;
  return Number(found[1]) * 1_000_000 + Number((found[2] ?? "").padEnd(6, "0"));
}

export type Fields = { do: string } & Record<string, unknown>;

/** Undefined when it is none; `text` is what stands after the instant. */
export function readFields(text: string): Fields | undefined {
  if (text.startsWith(JSON_SIGN)) return fieldsOf(readJson(readPlain(text.slice(1))));
  const [verb = "", ...parts] = text.split(",");
  if (!NAME.test(verb)) return undefined;
  const fields: Fields = { do: verb };
  for (const part of parts) {
    const mark = part.indexOf(":");
    const [name = "", key, more] = part.slice(0, Math.max(0, mark)).split(".");
    const value = readValue(part.slice(mark + 1));
    if (!NAME.test(name) || name === "do" || more !== undefined || value === undefined) {
      return undefined;
    }
    if (key === undefined) {
      if (Object.hasOwn(fields, name)) return undefined;
      fields[name] = value;
      continue;
    }
    const inner = Object.hasOwn(fields, name) ? fields[name] : {};
    if (!NAME.test(key) || !isPlainObject(inner) || Object.hasOwn(inner, key)) return undefined;
    inner[key] = value;
    fields[name] = inner;
  }
  return fields;
}

/** Undefined when it is none. */
function readValue(text: string): unknown {
  if (!text.startsWith(LIST_SIGN)) return readScalar(text);
  const inner = text.slice(LIST_SIGN.length);
  const items = inner === "" ? [] : inner.split(";").map(readScalar);
  return items.includes(undefined) ? undefined : items;
}

function readScalar(text: string): unknown {
  if (text === "true" || text === "false" || text === "null") return JSON.parse(text);
  if (NUMBER.test(text)) return Number(text);
  if (text.startsWith(TEXT_SIGN)) return readPlain(text.slice(1));
  return text.startsWith(JSON_SIGN) ? readJson(readPlain(text.slice(1))) : readPlain(text);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields | undefined {
  return isPlainObject(value) && typeof value.do === "string" ? (value as Fields) : undefined;
}

function isPlainObject(x: unknown): x is Record<string, unknown> {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}
