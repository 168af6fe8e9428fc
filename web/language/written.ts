/** Lists, dates and sentences in a row, as the chosen language writes them. */

import { language, spokenRow } from "./words";

/** "a, b and c"; British English has no comma before the last. */
export function listOf(parts: readonly string[]): string {
  return new Intl.ListFormat(spokenRow().locale, { type: "conjunction" }).format(parts);
}

/** Clauses of one sentence: "a; b". */
export function clauses(parts: readonly string[]): string {
  return parts.join(spokenRow().betweenClauses);
}

/** One sentence after the other. */
export function sentences(parts: readonly string[]): string {
  return parts.join(spokenRow().betweenSentences);
}

/** A date with its time, as the person's own region writes it where its language is the page's. */
export function whenText(ms: number): string {
  const [spoken] = language().split("-");
  const regions = navigator.languages.filter((name) => name.split("-")[0] === spoken);
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat([...regions, language()], style).format(ms);
}
