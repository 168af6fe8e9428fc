/** In the place of a dialog whose file could not be fetched: says so, and asks for it again. */

import { useEffect } from "react";
import { isOneFile } from "@/language/beside";
import { t } from "@/language/words";
import { sim } from "@/session/simClient";
import type { DialogProps } from "@/ui/Dialog";
import { openDialog, useDialog } from "./commands/dialogs";

export function DialogNotFetched({ onClose }: DialogProps) {
  const asked = useDialog();
  useEffect(() => {
    if (asked === null) return;
    onClose();
    const name = t("The dialog");
    const again = { label: t("Try again"), take: () => openDialog(asked) };
    if (isOneFile()) sim.notify(t("{name} is not in this file: the page has it.", { name }), true);
    else sim.notify(t("{name} could not be fetched.", { name }), true, again);
  }, [asked, onClose]);
  return null;
}
