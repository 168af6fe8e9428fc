/**
 * The menu of what concerns the whole page and is not needed at every moment: rows of the table of
 * commands. Fetched when the button is first pressed, and open then.
 */

import { t } from "@/language/words";
import { Button } from "@/ui/Button";
import { ActionMenu } from "@/ui/Menu";
import { NARROW } from "@/ui/screens";
import { useMedia } from "@/ui/useMedia";
import { COMMANDS } from "./commands/table";

export function MoreMenu() {
  // The head of a narrow screen has no room for all buttons.
  const isNarrow = useMedia(NARROW);
  const actions = COMMANDS.filter(
    ({ menu }) => menu === "always" || (menu === "narrow" && isNarrow),
  ).map(({ label, run }) => ({ label: t(label), run }));
  return <ActionMenu trigger={<Button>{t("More")}</Button>} actions={actions} defaultOpen />;
}
