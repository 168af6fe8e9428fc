/** The words of the glossary as they stand in texts of each language, plurals included. */

import type { Language } from "@/language/words";

export interface HintedWord {
  name: string;
  /** None where a word of the language says more than the field's. */
  patterns: Readonly<Record<Language, string | null>>;
}

export const HINTED: readonly HintedWord[] = [
  word("gateway", "gateways?", "网关"),
  word("range", "ranges?", "Region"),
  word("tablet", "tablets?", "tablet"),
  word("placement driver", "placement drivers?|PD", "PD"),
  word("delegate", "delegates?", "中继副本"),
  word("read index", "read[ -]index(?:es)?", "ReadIndex"),
  word("lease", "leases?", "租约"),
  word("linearizable", "linearizable", "线性一致"),
  // 最新 is a word of every day.
  word("fresh", "fresh", null),
];

function word(name: string, en: string, zh: string | null): HintedWord {
  return { name, patterns: { en, "zh-CN": zh, "en-XA": null } };
}
