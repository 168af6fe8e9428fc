/**
 * A share as the fragment of an address, and back. "#1;scenario=…" can be read; "#1z…" is the same
 * text, packed. The first letter is the version of this language. Reading is total: every text gives
 * a share, or problems in words that say why not.
 */

import { pack, unpack } from "./packed";
import { type Found, readShare } from "./read";
import {
  FRAGMENT_LENGTH_MAX,
  INFLATED_BYTES_MAX,
  Problems,
  quoted,
  type ReadShare,
  SHARED_ACTIONS_MAX,
  SHARED_BOOKMARKS_MAX,
  type Share,
} from "./share";
import {
  type Fields,
  type Pair,
  readFields,
  readList,
  readPairs,
  readPlain,
  readSeconds,
  type Spelling,
  writeFields,
  writeList,
  writePairs,
  writePlain,
  writeSeconds,
} from "./words";

/** Up to here it stays readable, even when packing would make it shorter. */
const READABLE_LENGTH_MAX = 300;
const READABLE = "#1;";
const PACKED = "#1z";
/** More pairs than this are not read. */
const PAIRS_MAX = SHARED_ACTIONS_MAX + SHARED_BOOKMARKS_MAX + 40;

/** The shorter of the two ways; the readable one while that is short. */
export async function writeFragment(share: Share): Promise<string> {
  const readable = READABLE + writePairs(pairsOf(share, "address"));
  if (readable.length <= READABLE_LENGTH_MAX) return readable;
  const text = writePairs(pairsOf(share, "text"));
  const packed = PACKED + (await pack(`check=${checkOf(text)}&${text}`));
  return packed.length < readable.length ? packed : readable;
}

/** With or without its "#". */
export async function readFragment(given: string): Promise<ReadShare> {
  const fragment = given.startsWith("#") ? given : `#${given}`;
  const problems = new Problems();
  const nothing = (found: string): ReadShare => {
    problems.add("link", found, "Nothing was opened.");
    return { share: null, problems: problems.list };
  };
  if (fragment.length > FRAGMENT_LENGTH_MAX) {
    return nothing(`It has ${fragment.length} letters; at most ${FRAGMENT_LENGTH_MAX} are read.`);
  }
  if (fragment.startsWith(READABLE)) return readText(fragment.slice(READABLE.length), problems);
  if (!fragment.startsWith(PACKED)) {
    const begin = quoted(fragment.slice(0, 12));
    return nothing(`It begins with ${begin}; “#1;” or “#1z” was expected.`);
  }
  const unpacked = await unpack(fragment.slice(PACKED.length), INFLATED_BYTES_MAX);
  if (unpacked.kind === "too-long") {
    return nothing("It unpacks to more than 2 MB. No link of this page does.");
  }
  const { text, isAsWritten } = checked(unpacked.text);
  if (unpacked.kind === "broken") {
    const found = "It ends early or was changed on its way: it could be unpacked in part only.";
    problems.add("link", found, "What came out was taken. It may not be what was shared.");
    // The last pair may be a piece of one.
    return readText(text.slice(0, Math.max(0, text.lastIndexOf("&"))), problems);
  }
  if (!isAsWritten) {
    const found = "It was changed on its way: its check number does not fit.";
    problems.add("link", found, "What it says now was taken. It may not be what was shared.");
  }
  return readText(text, problems);
}

function readText(text: string, problems: Problems): ReadShare {
  const { pairs, isAll } = readPairs(text, PAIRS_MAX);
  if (!isAll)
    problems.add("link", `It has more than ${PAIRS_MAX} parts.`, "The rest was left out.");
  return readShare(foundIn(pairs, problems), problems);
}

// --- writing ------------------------------------------------------------------------------------

function pairsOf(share: Share, spelling: Spelling): Pair[] {
  const pairs: Pair[] = [];
  const add = (key: string, value: string): void => {
    if (value !== "") pairs.push({ key, value: writePlain(value, spelling) });
  };
  const { scenario, lesson, at_us } = share;
  if (scenario.kind === "builtin") {
    add("scenario", scenario.id);
    add("stamp", scenario.stamp);
  }
  add("variant", share.variant);
  add("seed", textOf(share.seed));
  add("at", writeSeconds(at_us));
  add("event", textOf(share.event));
  add("digest", share.digest);
  if (share.furthest_us > at_us) add("until", writeSeconds(share.furthest_us));
  add("range", textOf(share.range));
  add("view", share.view);
  add("select", share.select);
  add("lesson", lesson?.id ?? "");
  add("step", lesson?.step ?? "");
  for (const { us, name, note } of share.bookmarks) {
    const parts = note === "" ? [name] : [name, note];
    pairs.push({ key: "mark", value: `${writeSeconds(us)},${writeList(parts, spelling)}` });
  }
  let before = 0;
  for (const { at_us: us, action } of share.actions) {
    const value = `+${writeSeconds(us - before)},${writeFields(action, spelling)}`;
    pairs.push({ key: "do", value });
    before = us;
  }
  for (const expected of share.expects) {
    pairs.push({ key: "expect", value: writePlain(JSON.stringify(expected), spelling) });
  }
  if (scenario.kind === "file") {
    add("name", scenario.name);
    add("text", scenario.text);
  }
  return pairs;
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}

// --- reading ------------------------------------------------------------------------------------

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
      problems.add(key, `It stands more than once, also as ${quoted(value)}.`, FIRST_TAKEN);
    } else if (key !== "" || value !== "") {
      problems.add(quoted(key), "This page knows no such part.", "It was left out.");
    }
  }
  return {
    ...foundSingle(single),
    ...(marks.length === 0 ? {} : { bookmarks: marks }),
    ...(actions.length === 0 ? {} : { actions }),
    ...(expects.length === 0 ? {} : { expects }),
  };
}

const FIRST_TAKEN = "The first was taken.";

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
