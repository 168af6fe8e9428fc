/** In the place of a dialog whose file could not be fetched: says so, and asks for it again. */

import { useEffect } from "react";
import { t } from "@/language/words";
import { sim } from "@/session/simClient";
import type { DialogProps } from "@/ui/Dialog";
import { openDialog, useDialog } from "./commands/dialogs";

export function DialogNotFetched({ onClose }: DialogProps) {
  const asked = useDialog();
  useEffect(() => {
    if (asked === null) return;
    onClose();
    const again = { label: t("Try again"), take: () => openDialog(asked) };
    sim.notify(t("{name} could not be fetched.", { name: t("The dialog") }), true, again);
  }, [asked, onClose]);
  return null;
}
