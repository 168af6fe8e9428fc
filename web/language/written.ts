/**
 * Lists and dates as the chosen language writes them, by Intl, and sentences in a row. Apart from
 * numbers: only dialogs need them.
 */

import { language } from "./words";

/** "a, b and c"; British English has no comma before the last. */
export function listOf(parts: readonly string[]): string {
  const locale = language() === "en" ? "en-GB" : language();
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(parts);
}

/** Clauses of one sentence: "a; b". */
export function clauses(parts: readonly string[]): string {
  return parts.join(language() === "en" ? "; " : "；");
}

/** One sentence after the other: Chinese sets no space between them. */
export function sentences(parts: readonly string[]): string {
  return parts.join(language() === "en" ? " " : "");
}

/** A date with its time, as the person's own region writes it where its language is the page's. */
export function whenText(ms: number): string {
  const [spoken] = language().split("-");
  const regions = navigator.languages.filter((name) => name.split("-")[0] === spoken);
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat([...regions, language()], style).format(ms);
}
