/** The menu of what concerns the whole page and is not needed at every moment. */

import { type Language, OFFERED } from "@/language/languages";
import { anotherLanguage } from "@/language/speaking";
import { language, t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { MoreIcon } from "@/ui/icons";
import { ActionMenu, type MenuChoice } from "@/ui/Menu";
import { NARROW } from "@/ui/screens";
import { useMedia } from "@/ui/useMedia";
import { type Command, MENU_SECTIONS } from "./commands/command";
import { COMMANDS, isOffered } from "./commands/table";
import { chooseLanguage } from "./languages";
import { THEMES } from "./theme";

export function MoreMenu() {
  // The head of a narrow screen has no room for all buttons.
  const isNarrow = useMedia(NARROW);
  const theme = usePage((page) => page.theme);
  const isShown = ({ menu, narrow }: Command, section: string) =>
    menu === section && (narrow === undefined || isNarrow);
  const groups = Object.entries(MENU_SECTIONS).map(([section, title]) => ({
    title: t(title),
    actions: COMMANDS.filter((command) => isShown(command, section) && isOffered(command)).map(
      ({ label, run }) => ({ label: t(label), run }),
    ),
  }));
  const other = anotherLanguage();
  const choices: MenuChoice[] = [
    {
      label: t("Theme"),
      options: THEMES.map(({ value, label }) => ({ value, label: t(label) })),
      value: theme,
      onChange: (next) => sim.setTheme(next as typeof theme),
    },
    {
      label: other.label,
      lang: other.lang,
      options: OFFERED,
      value: language(),
      onChange: (next) => void chooseLanguage(next as Language),
    },
  ];
  return (
    <ActionMenu
      trigger={
        <Button aria-label={t("More")} data-takes-focus="">
          <MoreIcon />
        </Button>
      }
      groups={groups}
      choices={choices}
      defaultOpen
    />
  );
}
