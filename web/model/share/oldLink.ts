/**
 * Links of the first kind, which are out in the world, for reading: "#1;scenario=…", or the same
 * deflated as "#1z…". Reading is total: every text gives a share, or problems in words.
 */

import { msg, t } from "@/language/words";
import { unpack } from "./packed";
import { type Found, readShare } from "./read";
import {
  INFLATED_BYTES_MAX,
  type Problems,
  quoted,
  type ReadShare,
  SHARED_ACTIONS_MAX,
  SHARED_BOOKMARKS_MAX,
  type Share,
} from "./share";

export const READABLE = "#1;";
export const PACKED = "#1z";
/** More pairs than this are not read. */
const PAIRS_MAX = SHARED_ACTIONS_MAX + SHARED_BOOKMARKS_MAX + 40;

export function readReadable(fragment: string, problems: Problems): ReadShare {
  return readText(fragment.slice(READABLE.length), problems);
}

export async function readPacked(fragment: string, problems: Problems): Promise<ReadShare> {
  const unpacked = await unpack(fragment.slice(PACKED.length), "deflate-raw", INFLATED_BYTES_MAX);
  if (unpacked.kind === "too-long") {
    problems.add("link", t("It unpacks to more than 2 MB. No link of this page does."), t(NOTHING));
    return { share: null, problems: problems.list };
  }
  const { text, isAsWritten } = checked(unpacked.text);
  if (unpacked.kind === "broken") {
    const found = t(
      "It is incomplete or was changed on the way: only a part of it could be unpacked.",
    );
    problems.add("link", found, t("What came out was taken. It may not be what was shared."));
    // The last pair may be a piece of one.
    return readText(text.slice(0, Math.max(0, text.lastIndexOf("&"))), problems);
  }
  if (!isAsWritten) {
    const found = t("It was changed on the way: its checksum does not match.");
    problems.add("link", found, t("What it says now was taken. It may not be what was shared."));
  }
  return readText(text, problems);
}

const NOTHING = msg("Nothing was opened.");

function readText(text: string, problems: Problems): ReadShare {
  const { pairs, isAll } = readPairs(text, PAIRS_MAX);
  if (!isAll)
    problems.add(
      "link",
      t("It has more than {most} parts.", { most: PAIRS_MAX }),
      t("The rest was left out."),
    );
  return readShare(foundIn(pairs, problems), problems);
}

/** Keys that stand once. */
const SINGLE = new Set(
  "scenario stamp variant seed at event digest until range view select lesson step name text".split(
    " ",
  ),
);

function foundIn(pairs: readonly Pair[], problems: Problems): Found {
  const single = new Map<string, string>();
  const marks: unknown[] = [];
  const actions: unknown[] = [];
  const expects: unknown[] = [];
  let sinceUs = 0;
  for (const { key, value } of pairs) {
    if (key === "mark") marks.push(markOf(value));
    else if (key === "expect") expects.push(expectedIn(value));
    else if (key === "do") {
      const done = actionOf(value, sinceUs);
      sinceUs = done.at_us;
      actions.push(done.fields === undefined ? value : { at_us: done.at_us, action: done.fields });
    } else if (SINGLE.has(key) && !single.has(key)) single.set(key, readPlain(value));
    else if (SINGLE.has(key)) {
      problems.add(
        key,
        t("It stands more than once, also as {value}.", { value: quoted(value) }),
        t(FIRST_TAKEN),
      );
    } else if (key !== "" || value !== "") {
      problems.add(quoted(key), t("This page knows no such part."), t("It was left out."));
    }
  }
  return {
    ...foundSingle(single),
    ...(marks.length === 0 ? {} : { bookmarks: marks }),
    ...(actions.length === 0 ? {} : { actions }),
    ...(expects.length === 0 ? {} : { expects }),
  };
}

const FIRST_TAKEN = msg("The first was taken.");

function foundSingle(single: ReadonlyMap<string, string>): Found {
  const found: Found = {};
  const put = (part: keyof Share, key: string, read: (text: string) => unknown): void => {
    const text = single.get(key);
    if (text !== undefined) found[part] = read(text);
  };
  const asIs = (text: string): unknown => text;
  put("variant", "variant", asIs);
  put("seed", "seed", wholeOrText);
  put("at_us", "at", (text) => readSeconds(text) ?? text);
  put("event", "event", wholeOrText);
  put("digest", "digest", asIs);
  put("furthest_us", "until", (text) => readSeconds(text) ?? text);
  put("range", "range", wholeOrText);
  put("view", "view", asIs);
  put("select", "select", asIs);
  put("lesson", "lesson", (id) => ({ id, step: single.get("step") ?? "" }));
  const text = single.get("text");
  put("scenario", "scenario", (id) => ({ kind: "builtin", id, stamp: single.get("stamp") }));
  if (text !== undefined) found.scenario = { kind: "file", name: single.get("name") ?? "", text };
  return found;
}

function wholeOrText(text: string): unknown {
  return /^\d{1,16}$/.test(text) ? Number(text) : text;
}

function markOf(value: string): unknown {
  const [seconds = "", name, note] = readList(value);
  const us = readSeconds(seconds);
  return us === undefined ? value : { us, name, ...(note === undefined ? {} : { note }) };
}

/** An expectation is JSON, as in a scenario's file. */
function expectedIn(value: string): unknown {
  const text = readPlain(value);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

interface ReadAction {
  at_us: number;
  /** Undefined when it is none. */
  fields: Fields | undefined;
}

/** Instants count from the action before. */
function actionOf(value: string, sinceUs: number): ReadAction {
  const mark = value.indexOf(",");
  const after = readSeconds(value.slice(0, Math.max(0, mark)).replace(/^(?:\+|%20|%2B| )/i, ""));
  if (after === undefined) return { at_us: sinceUs, fields: undefined };
  return { at_us: sinceUs + after, fields: readFields(value.slice(mark + 1)) };
}

// --- the check number ---------------------------------------------------------------------------

function checked(text: string): { text: string; isAsWritten: boolean } {
  const found = /^check=([^&]*)&/.exec(text);
  const rest = found === null ? text : text.slice(found[0].length);
  return { text: rest, isAsWritten: found?.[1] === checkOf(rest) };
}

/** FNV-1a of the letters: against accidents, not against forgery. */
function checkOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

interface Pair {
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
function readPairs(text: string, most: number): { pairs: Pair[]; isAll: boolean } {
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
function readPlain(value: string): string {
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function readList(value: string): string[] {
  return value.split(",").map(readPlain);
}

/** In microseconds; undefined when it is no instant. */
function readSeconds(text: string): number | undefined {
  const found = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text);
  if (found === null) return undefined;
  return Number(found[1]) * 1_000_000 + Number((found[2] ?? "").padEnd(6, "0"));
}

type Fields = { do: string } & Record<string, unknown>;

/** Undefined when it is none; `text` is what stands after the instant. */
function readFields(text: string): Fields | undefined {
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
