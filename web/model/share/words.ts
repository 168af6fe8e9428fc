/**
 * The small language of a link: pairs of key and value, values of one or many parts, parts that say
 * whether they are text or a number. Everything that has a meaning in an address is written with a
 * percent sign. Reading is total: whatever is given comes out as something.
 * Must not know which keys there are.
 */

/** `address`: nothing that a program could change on the way; `text`: to be packed. */
export type Spelling = "address" | "text";

export interface Pair {
  key: string;
  value: string;
}

/** Letters that an address may hold as they are. */
const NOT_PLAIN = /[^A-Za-z0-9_.~/:@-]/gu;
/** What has a meaning of its own in a value of many parts. */
const HAS_MEANING = /[%&,;:]/g;
const NAME = /^[a-z][a-z0-9_]*$/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** Text that would be read as something else says so by this sign. */
const TEXT_SIGN = "'";
const JSON_SIGN = "~";
const LIST_SIGN = "!";

export function writePairs(pairs: readonly Pair[]): string {
  return pairs.map(({ key, value }) => `${key}=${value}`).join("&");
}

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

/** A value of one part. */
export function writePlain(value: string, spelling: Spelling): string {
  if (spelling === "address") return value.replace(NOT_PLAIN, percent);
  return value.replace(/[%&]/g, percent);
}

/** A part among others. */
function writePart(value: string, spelling: Spelling): string {
  const plain = spelling === "address" ? value.replace(NOT_PLAIN, percent) : value;
  return spelling === "address"
    ? plain.replace(/:/g, percent)
    : plain.replace(HAS_MEANING, percent);
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

function percent(letter: string): string {
  const bytes = new TextEncoder().encode(letter);
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

export function writeList(parts: readonly string[], spelling: Spelling): string {
  return parts.map((part) => writePart(part, spelling)).join(",");
}

export function readList(value: string): string[] {
  return value.split(",").map(readPlain);
}

/** Instants: seconds with as many places as they need. */
export function writeSeconds(us: number): string {
  const whole = Math.floor(us / 1_000_000);
  const rest = String(us % 1_000_000).padStart(6, "0");
  return `${whole}.${rest}`.replace(/\.?0+$/, "") || "0";
}

/** In microseconds; undefined when it is no instant. */
export function readSeconds(text: string): number | undefined {
  const found = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text);
  if (found === null) return undefined;
  return Number(found[1]) * 1_000_000 + Number((found[2] ?? "").padEnd(6, "0"));
}

export type Fields = { do: string } & Record<string, unknown>;

/** "crash,store:s1"; members of a member are "settings.read_mode:follower". */
export function writeFields(fields: Fields, spelling: Spelling): string {
  const { do: verb, ...rest } = fields;
  const whole = (): string => JSON_SIGN + writePart(JSON.stringify(fields), spelling);
  if (Object.keys(fields)[0] !== "do" || !NAME.test(verb)) return whole();
  const parts = [verb];
  for (const [name, value] of Object.entries(rest)) {
    if (!NAME.test(name)) return whole();
    const inner = isPlainObject(value) ? Object.entries(value) : [];
    if (inner.some(([key]) => !NAME.test(key))) return whole();
    if (inner.length === 0) parts.push(`${name}:${writeValue(value, spelling)}`);
    else for (const [key, one] of inner) parts.push(`${name}.${key}:${writeValue(one, spelling)}`);
  }
  return parts.join(",");
}

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

function writeValue(value: unknown, spelling: Spelling): string {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return LIST_SIGN + value.map((item) => writeScalar(item, spelling)).join(";");
  }
  return writeScalar(value, spelling);
}

function writeScalar(value: unknown, spelling: Spelling): string {
  if (typeof value === "boolean" || typeof value === "number" || value === null) {
    return JSON.stringify(value);
  }
  if (typeof value !== "string") return JSON_SIGN + writePart(JSON.stringify(value), spelling);
  const isOther = NUMBER.test(value) || /^(true|false|null|['~!].*|)$/s.test(value);
  return (isOther ? TEXT_SIGN : "") + writePart(value, spelling);
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
