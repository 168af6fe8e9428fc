/**
 * The menu of languages. Fetched when the button is first pressed, and open then.
 */

import { LANGUAGES } from "@/language/speaking";
import { language, t } from "@/language/words";
import { Button } from "@/ui/Button";
import { ChoiceMenu } from "@/ui/Menu";
import { chooseLanguage } from "./languages";

export function LanguageMenu() {
  return (
    <ChoiceMenu
      trigger={<Button>{t("Language")}</Button>}
      options={LANGUAGES}
      value={language()}
      onChange={(next) => void chooseLanguage(next)}
      defaultOpen
    />
  );
}
