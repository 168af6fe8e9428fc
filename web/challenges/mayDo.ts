/**
 * What a challenge allows, each beside the action of the form that does it. Pure.
 */

import type { Challenge } from "@/engine/types";
import { VERB_WORDS, type VerbId } from "@/model/acts/words";

export interface Allowed {
  /** The engine’s words for it. */
  words: string;
  /** The action of the form; undefined where another control does it. */
  verb: VerbId | undefined;
}

/** `text`: the challenge’s file, in whose order the engine tells what is allowed. */
export function allowedIn(text: string, { allowed }: Pick<Challenge, "allowed">): Allowed[] {
  const may = mayOf(text);
  return allowed.map((words, place) => ({ words, verb: verbOf(may[place]) }));
}

function mayOf(text: string): readonly unknown[] {
  const file: unknown = JSON.parse(text);
  const may = isFields(file) ? file.may : undefined;
  return Array.isArray(may) ? may : [];
}

function verbOf(entry: unknown): VerbId | undefined {
  const word = isFields(entry) ? entry.do : undefined;
  return typeof word === "string" && Object.hasOwn(VERB_WORDS, word) ? (word as VerbId) : undefined;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
