/** Keys that a person types, one after the other: "1, 5, 9". Pure. */

import { BOUNDS } from "@/engine/vocabulary";
import { t } from "@/language/words";

/** The most keys that a request names. */
const KEYS_MAX = BOUNDS.named_keys.max;

export type KeyList = { keys: number[] } | { wrong: string };

/** Commas or spaces part them, those of Chinese too. What is wrong comes as one sentence. */
export function readKeys(text: string, last: number): KeyList {
  const words = text.split(/[\s,;，、；]+/).filter((word) => word !== "");
  if (words.length === 0) return { wrong: t("Enter keys, such as 1, 5, 9.") };
  if (words.length > KEYS_MAX) {
    return {
      wrong: t("{n, plural, one {# key} other {# keys}} at most.", { n: KEYS_MAX }),
    };
  }
  const strange = words.find((word) => !/^k?\d+$/.test(word));
  if (strange !== undefined) return { wrong: t("“{strange}” is no key.", { strange }) };
  const keys = words.map((word) => Number(word.replace("k", "")));
  const beyond = keys.find((key) => key > last);
  if (beyond !== undefined) {
    return { wrong: t("There is no key {beyond}: the last one is {last}.", { beyond, last }) };
  }
  const twice = keys.find((key, place) => keys.indexOf(key) < place);
  if (twice !== undefined) return { wrong: t("Key {twice} stands there twice.", { twice }) };
  return { keys };
}

/** Three keys that lie apart, so that with several ranges several of these are asked. */
export function apart(last: number): number[] {
  const spread = [1, Math.floor(last / 2), last - 1].map((key) => Math.max(0, Math.min(last, key)));
  return [...new Set(spread)];
}
