/**
 * Shares of every kind and links broken in every way, both by seed. For tests only.
 */

import type { Share, SharedAction } from "@/model/share/share";

/** The same numbers for the same seed: 0 to below 1. */
export function chanceOf(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Chance = () => number;

function upTo(chance: Chance, count: number): number {
  return Math.floor(chance() * count);
}

function oneOf<T>(chance: Chance, items: readonly T[]): T {
  const item = items[upTo(chance, items.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}

const WORDS = [
  "s1",
  "ohio",
  "us-east-1",
  "a&b=c",
  "50 %",
  "é世界🙂",
  "x,y;z:(1)",
  "'quoted",
  "~json",
  "!list",
  "true",
  "null",
  "17",
  "-1.5e3",
  "",
  " ",
  "#1z",
  "%41",
  "new\nline",
  "a+b",
  "\u202etrick",
  "5ms",
] as const;

function anyValue(chance: Chance, depth: number): unknown {
  const kind = upTo(chance, depth > 0 ? 8 : 5);
  if (kind <= 1) return oneOf(chance, WORDS);
  if (kind === 2) return chance() < 0.5;
  if (kind === 3) return oneOf(chance, [0, -0.5, 17, 1e21, 0.000_001, 2 ** 53]);
  if (kind === 4) return null;
  if (kind === 5) return Array.from({ length: upTo(chance, 4) }, () => oneOf(chance, WORDS));
  if (kind === 6) return [anyValue(chance, depth - 1), anyValue(chance, depth - 1)];
  const inner: Record<string, unknown> = {};
  for (let i = upTo(chance, 4); i > 0; i -= 1) {
    inner[oneOf(chance, ["delay", "read_mode", "Big", "with space"])] = anyValue(chance, depth - 1);
  }
  return inner;
}

function actionOf(chance: Chance): SharedAction["action"] {
  const verb = oneOf(chance, ["cut", "heal", "set", "put", "add_replica"]);
  const made: SharedAction["action"] = { do: verb };
  for (let i = upTo(chance, 4); i > 0; i -= 1) {
    made[oneOf(chance, ["from", "to", "settings", "key", "one_way", "X-odd"])] = anyValue(
      chance,
      2,
    );
  }
  return made;
}

/** Any share that this page could make. */
export function randomShare(seed: number): Share {
  const chance = chanceOf(seed);
  const at_us = upTo(chance, 900_000_000);
  const instants = Array.from({ length: upTo(chance, 30) }, () => upTo(chance, at_us + 1));
  const actions = instants
    .toSorted((a, b) => a - b)
    .map((us) => ({ at_us: us, action: actionOf(chance) }));
  const text = `{"title":"${oneOf(chance, WORDS)}&%", "seed": ${seed}}\n`.repeat(
    1 + upTo(chance, 9),
  );
  return {
    scenario:
      chance() < 0.7
        ? { kind: "builtin", id: "first-look", stamp: "0123456789abcd" }
        : { kind: "file", name: oneOf(chance, WORDS), text },
    variant: oneOf(chance, WORDS),
    seed: chance() < 0.2 ? null : upTo(chance, 2 ** 53),
    at_us,
    event: chance() < 0.2 ? null : upTo(chance, 1e9),
    digest: chance() < 0.2 ? "" : "00c0ffee",
    furthest_us: at_us + (chance() < 0.5 ? 0 : upTo(chance, 60_000_000)),
    range: chance() < 0.5 ? null : upTo(chance, 64),
    view: oneOf(chance, ["", "requests", "spacetime"]),
    select: oneOf(chance, ["", "node:3", "replica:1:2", "entry:1:400"]),
    lesson: chance() < 0.5 ? null : { id: "leases", step: oneOf(chance, ["", "cut"]) },
    bookmarks: Array.from({ length: upTo(chance, 4) }, () => ({
      us: upTo(chance, at_us + 1),
      name: oneOf(chance, WORDS),
      note: oneOf(chance, WORDS),
    })).toSorted((a, b) => a.us - b.us),
    actions,
    expects: Array.from({ length: upTo(chance, 3) }, () => ({
      metric: `run/workload.${oneOf(chance, WORDS)}.p99_us`,
      at_most: upTo(chance, 90_000),
    })),
  };
}

/** A link as an accident, or somebody, could leave it. */
export function mutated(link: string, other: string, seed: number): string {
  const chance = chanceOf(seed);
  let text = link;
  for (let times = 1 + upTo(chance, 4); times > 0; times -= 1) text = once(text, other, chance);
  return text;
}

const LETTERS = "abcABC019-_=&;:,.%~!'+#? \u0000\u00e9\ud800";

function once(text: string, other: string, chance: Chance): string {
  const at = upTo(chance, text.length + 1);
  const to = Math.min(text.length, at + upTo(chance, 40));
  switch (upTo(chance, 9)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(to);
    case 2: {
      const letter = String.fromCharCode(
        text.charCodeAt(at % text.length) ^ (1 << upTo(chance, 7)),
      );
      return text.slice(0, at) + letter + text.slice(at + 1);
    }
    case 3:
      return text.slice(0, at) + oneOf(chance, [...LETTERS]) + text.slice(at);
    case 4:
      return text.slice(0, to) + text.slice(at, to) + text.slice(to);
    case 5:
      return text.slice(0, at) + other.slice(upTo(chance, other.length));
    case 6:
      return (
        text.slice(0, at) +
        oneOf(chance, ["&do=+1,", "&at=", "&seed=-1", "&text=", "&mark="]) +
        text.slice(at)
      );
    case 7:
      return oneOf(chance, ["#1;", "#1z", "#2;", "#", ""]) + text.slice(at);
    default:
      return text.slice(to) + text.slice(at, to) + text.slice(0, at);
  }
}
