/**
 * What a form chooses from, as the page says it: the engine knows the ids, and the compiler asks for
 * the words of each. Pure. Must not know how a choice is made.
 */

import type { AdviceForm } from "@/engine/lens";

type Values = AdviceForm["data"]["values"];
type Leaders = AdviceForm["consider"]["leaders"][number];
type Encoding = AdviceForm["consider"]["encoding"][number];

export interface AdviceChoice<Id extends string> {
  value: Id;
  label: string;
}

/** In the order of the words. */
function choicesOf<Id extends string>(words: Record<Id, string>): AdviceChoice<Id>[] {
  return (Object.keys(words) as Id[]).map((value) => ({ value, label: words[value] }));
}

export const VALUES = choicesOf<Values>({
  words: "Text of common words",
  line: "One line, repeated",
  digits: "Random digits",
  random: "Random bytes",
});

export const LEADERS = choicesOf<Leaders>({
  spread: "Leaders in all zones",
  home: "Leaders where most clients are",
});

export const ENCODINGS = choicesOf<Encoding>({
  plain: "Entries as they are",
  compact: "Compact entries",
});
