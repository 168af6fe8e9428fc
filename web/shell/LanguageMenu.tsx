/**
 * The menu of languages. Fetched when the button is first pressed, and open then.
 */

import { anotherLanguage, LANGUAGES } from "@/language/speaking";
import { language } from "@/language/words";
import { Button } from "@/ui/Button";
import { ChoiceMenu } from "@/ui/Menu";
import { chooseLanguage } from "./languages";

export function LanguageMenu() {
  const { label, lang } = anotherLanguage();
  return (
    <ChoiceMenu
      trigger={<Button lang={lang}>{label}</Button>}
      options={LANGUAGES}
      value={language()}
      onChange={(next) => void chooseLanguage(next)}
      defaultOpen
    />
  );
}
