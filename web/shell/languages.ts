/**
 * Which language the page begins in, and the change of it: what the address asks for, else what was
 * chosen before, else what the browser prefers. Until every folder is done (web/language/undone.ts)
 * only the address chooses. Must not know how a language is fetched.
 */

import { languageFor, speak } from "@/language/speaking";
import { UNDONE } from "@/language/undone";
import { type Language, t } from "@/language/words";
import { loadLanguage, saveLanguage } from "@/session/keep/storage";
import { sim } from "@/session/simClient";
import { languageAsked } from "./address";

const isComplete = UNDONE.length === 0;

/** Whether a person may choose; before all is done, whoever asked by the address may go back. */
export function offersLanguages(): boolean {
  return isComplete || languageAsked(location.search) !== undefined;
}

export function firstLanguage(): Language {
  const asked = languageAsked(location.search);
  if (asked !== undefined) return asked;
  if (!isComplete) return "en";
  return languageFor(loadLanguage()) ?? navigator.languages.map(languageFor).find(Boolean) ?? "en";
}

export async function chooseLanguage(next: Language): Promise<void> {
  if (!(await speak(next))) {
    sim.notify(t("The texts of this language could not be fetched."), true);
    return;
  }
  saveLanguage(next);
  await sim.sayAgain();
}
