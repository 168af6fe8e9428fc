/**
 * Small work on words, as the language wants it that is spoken. Must not know what they are about.
 */

import { language, t } from "@/language/words";

/** With a capital at its start, where English is spoken: others begin a sentence as it is. */
export function sentence(text: string): string {
  return language() === "en" ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** A label inside an English sentence; other languages' names have their letters for good. */
export function inSentence(label: string): string {
  return language() === "en" ? label.toLowerCase() : label;
}

/** Without the full stop at its end. */
export function withoutStop(text: string): string {
  return text.replace(/[.。]$/, "");
}

/** Whole sentences, one after another. */
export function inTurn(sentences: readonly string[]): string {
  const [first = "", ...more] = sentences.filter((one) => one !== "");
  return more.reduce((sentence, next) => t("{sentence} {next}", { sentence, next }), first);
}

/** How much room it takes, in letters: one of Chinese is as wide as two. */
export function columnsOf(text: string): number {
  return text.length + (text.match(/[\u2e80-\u9fff\uff00-\uff60]/g)?.length ?? 0);
}
