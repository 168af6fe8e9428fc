/**
 * The menu of themes. Fetched when the button is first pressed, and open then.
 */

import { t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { ChoiceMenu } from "@/ui/Menu";
import { THEMES } from "./theme";

export function ThemeMenu() {
  const theme = usePage((state) => state.theme);
  return (
    <ChoiceMenu
      trigger={<Button>{t("Theme")}</Button>}
      options={THEMES.map(({ value, label }) => ({ value, label: t(label) }))}
      value={theme}
      onChange={sim.setTheme}
      defaultOpen
    />
  );
}
