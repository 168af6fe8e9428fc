/** Which language the page speaks, and the fetching of its catalogues; English fetches nothing. */

import { beside } from "./beside";
import { LANGUAGES, type Language, languageFor, OFFERED } from "./languages";
import { addTexts, type Catalogue, language, setWords, spokenRow } from "./words";

/** A language that is not spoken now, in its own words, for who cannot read the one that is. */
export function anotherLanguage(): { label: string; lang: Language } {
  const at = OFFERED.findIndex(({ value }) => value === language());
  const { short, value } = OFFERED[(at + 1) % OFFERED.length] as (typeof OFFERED)[number];
  return { label: short, lang: value };
}

export type TextFile =
  | "advice"
  | "challenges"
  | "engine"
  | "fidelity"
  | "field"
  | "lessons"
  | "scenarios"
  | "schema"
  | "sweeps";

/** Texts that another language needs too: those of the run that is shown, and what was asked for. */
const asked = new Set<TextFile>(["scenarios", "engine"]);
const fetched = new Map<string, Promise<Catalogue | null>>();
const listeners = new Set<() => void>();

/** The first of what is asked for, kept and wished that is a language of the page. */
export function firstLanguageOf(...names: readonly (string | null | undefined)[]): Language {
  return names.map(languageFor).find((one) => one !== undefined) ?? "en";
}

/** False when its catalogue could not be fetched: the page goes on in the language it had. */
export async function speak(next: Language): Promise<boolean> {
  if (next === language()) return true;
  const [page, places, sentences] = await Promise.all([
    catalogue(next, "page"),
    catalogue(next, "places"),
    catalogue(next, "sentences"),
  ]);
  if (page === null) return false;
  const more = await Promise.all([...asked].map((file) => catalogue(next, file)));
  setWords(next, page, { places: places ?? {}, sentences: sentences ?? {} });
  for (const texts of more) addTexts(texts ?? {});
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
  return true;
}

/** Before texts of a file are shown; without its catalogue they are shown in English. */
export async function textsOf(file: TextFile): Promise<void> {
  asked.add(file);
  if (!spokenRow().isSource) addTexts((await catalogue(language(), file)) ?? {});
}

export function onLanguage(listener: () => void): void {
  listeners.add(listener);
}

/** What comes before anything is drawn. */
type FirstFile = "page" | "places" | "sentences";

function catalogue(of: Language, file: TextFile | FirstFile): Promise<Catalogue | null> {
  const address = `./${of}/${file}.json`;
  const known = fetched.get(address);
  if (LANGUAGES[of].isSource) return Promise.resolve({});
  if (known !== undefined) return known;
  const made = read(address);
  fetched.set(address, made);
  return made;
}

async function read(address: string): Promise<Catalogue | null> {
  try {
    const response = await fetch(beside(address));
    if (response.ok) return (await response.json()) as Catalogue;
  } catch {
    // As if it were not there.
  }
  fetched.delete(address);
  return null;
}
