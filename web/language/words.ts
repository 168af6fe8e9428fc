/** What the page says, in the chosen language: English is its own key (docs/languages.md). */

import { setupI18n } from "@lingui/core";
import { readMessage } from "./icu";
import { LANGUAGES, type Language, type LanguageRow } from "./languages";

export type { Language } from "./languages";
/** English → another language. */
export type Catalogue = Readonly<Record<string, string>>;
export type Values = Readonly<Record<string, string | number>>;

/** The page's sign between groups of three digits: narrow, and no line ends at it. */
export const GROUP = "\u202f";

const i18n = setupI18n({ locale: "en", messages: { en: {} } }).setMessagesCompiler(readMessage);

/** What scenarios, lessons and the engine say: whole sentences, without places for values. */
let texts = new Map<string, string>();

/** The engine's sentences and phrases, English → the language that is spoken. */
let sentences: ReadonlyMap<string, string> = new Map();

/** What was said lately: labels of the map are asked for in each picture, and seldom change. */
const lately = new Map<string, string>();
const LATELY_MAX = 2_000;

/** Zones by their ids, as texts of the language name them. */
let places: ReadonlyMap<string, string> = new Map();

/** A sentence of the page: `t("Cut {link}", { link })`. */
export function t(english: string, values?: Values): string {
  let key = english;
  for (const name in values) key += `\n${name}=${values[name]}`;
  const before = lately.get(key);
  if (before !== undefined) return before;
  const said = i18n._(english, values);
  // The library writes # as the language does; the page groups digits by a sign of its own.
  const grouped = english.includes("#") ? said.replace(/(?<=\d),(?=\d{3})/g, GROUP) : said;
  if (lately.size >= LATELY_MAX) lately.clear();
  lately.set(key, grouped);
  return grouped;
}

/** Marks a sentence that stands in a table; who shows it calls `t` with it. */
export function msg<T extends string>(english: T): T {
  return english;
}

/** The choices of a table, as they are shown. */
export function spoken<T extends { label: string }>(choices: readonly T[]): T[] {
  return choices.map((choice) => ({ ...choice, label: t(choice.label) }));
}

/** A text of a scenario, a lesson, a file or the engine; one without a translation as it is. */
export function translate(english: string): string {
  return texts.get(english) ?? sentences.get(english) ?? english;
}

/** A name within a sentence, as the language writes it there. */
export function small(name: string): string {
  return spokenRow().hasCase ? name.toLowerCase() : name;
}

/** A zone in the words of the language; undefined where only its id names it. */
export function placeNamed(id: string): string | undefined {
  return places.get(id);
}

export function language(): Language {
  return i18n.locale as Language;
}

/** What differs between the languages, of the one that is spoken. */
export function spokenRow(): LanguageRow {
  return LANGUAGES[language()];
}

/** What a language has besides the page's own sentences. */
export interface MoreWords {
  places?: Catalogue | undefined;
  sentences?: Catalogue | undefined;
}

/** From now on; what is on the screen must be drawn again. */
export function setWords(next: Language, page: Catalogue, more: MoreWords = {}): void {
  texts = new Map();
  lately.clear();
  places = new Map(Object.entries(more.places ?? {}));
  sentences = new Map(Object.entries(more.sentences ?? {}));
  i18n.loadAndActivate({ locale: next, messages: { ...more.sentences, ...page } });
}

export function addTexts(more: Catalogue): void {
  for (const [english, said] of Object.entries(more)) texts.set(english, said);
}
