/**
 * The menu of themes. Fetched when the button is first pressed, and open then.
 */

import { t } from "@/language/words";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { ChoiceMenu } from "@/ui/Menu";
import { THEMES } from "./theme";

export function ThemeMenu() {
  const theme = useSim((state) => state.theme);
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
