/** What a challenge allows, each beside the action of the form that does it. Pure. */

import type { Challenge } from "@/engine/types";
import type { ActKind } from "@/model/acts/act";
import { isActKind, rowOf } from "@/model/acts/acts";

export interface Allowed {
  words: string;
  /** The act of the form; undefined where another control does it. */
  act: ActKind | undefined;
}

/** `text`: the challenge’s file, in whose order the engine tells what is allowed. */
export function allowedIn(text: string, { allowed }: Pick<Challenge, "allowed">): Allowed[] {
  const may = mayOf(text);
  return allowed.map((words, place) => ({ words, act: actOf(may[place]) }));
}

function mayOf(text: string): readonly unknown[] {
  const file: unknown = JSON.parse(text);
  const may = isFields(file) ? file.may : undefined;
  return Array.isArray(may) ? may : [];
}

function actOf(entry: unknown): ActKind | undefined {
  const word = isFields(entry) ? entry.do : undefined;
  return isActKind(word) && rowOf(word).offered.includes("form") ? word : undefined;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
