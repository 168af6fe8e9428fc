/** Which language the page begins in, and the change of it. */

import { firstLanguageOf, speak } from "@/language/speaking";
import { type Language, t } from "@/language/words";
import { loadLanguage, saveLanguage } from "@/session/keep/storage";
import { sim } from "@/session/simClient";
import { languageAsked, ownPlace } from "./address";

export function firstLanguage(): Language {
  return firstLanguageOf(languageAsked(ownPlace().search), loadLanguage(), ...navigator.languages);
}

export async function chooseLanguage(next: Language): Promise<void> {
  if (!(await speak(next))) {
    sim.notify(t("The texts of this language could not be fetched."), true);
    return;
  }
  saveLanguage(next);
  await sim.sayAgain();
}
