/**
 * The menu of what concerns the whole page and is not needed at every moment: rows of the table of
 * commands. Fetched when the button is first pressed, and open then.
 */

import { t } from "@/language/words";
import { Button } from "@/ui/Button";
import { MoreIcon } from "@/ui/icons";
import { ActionMenu } from "@/ui/Menu";
import { NARROW } from "@/ui/screens";
import { useMedia } from "@/ui/useMedia";
import { COMMANDS } from "./commands/table";

/** `brief`: the head has few buttons, however wide the screen is. */
export function MoreMenu({ brief = false }: { brief?: boolean }) {
  // The head of a narrow screen has no room for all buttons.
  const isNarrow = useMedia(NARROW);
  const actions = COMMANDS.filter(
    ({ menu }) => menu === "always" || (menu === "narrow" && (isNarrow || brief)),
  ).map(({ label, run }) => ({ label: t(label), run }));
  const trigger = brief ? (
    <Button aria-label={t("More")}>
      <MoreIcon />
    </Button>
  ) : (
    <Button>{t("More")}</Button>
  );
  return <ActionMenu trigger={trigger} actions={actions} defaultOpen />;
}
