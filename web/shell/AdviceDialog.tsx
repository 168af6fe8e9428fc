/** Advice: which setting for a network. It begins with a form that comes with the page. */

import { useEffect } from "react";
import { t } from "@/language/words";
import { ensureForm, openRun } from "@/session/advice/advice";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { AdvicePanel } from "@/views/advice/AdvicePanel";

export function AdviceDialog({ onClose }: DialogProps) {
  useEffect(() => {
    void ensureForm();
  }, []);
  const open = async (setting: number, seed: number): Promise<void> => {
    if (await openRun(setting, seed)) onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t("Which setting for my network?")} kind="full">
      <AdvicePanel onOpen={(setting, seed) => void open(setting, seed)} />
    </Dialog>
  );
}
