/**
 * A cluster of one's own: its files become a run, a drawing, or a form of advice. Must not know what
 * the files mean.
 */

import { useEffect } from "react";
import { t } from "@/language/words";
import {
  type ImportedFile,
  importer,
  openAsForm,
  openAsRun,
  openInBuilder,
} from "@/session/importing/importing";
import { sim } from "@/session/simClient";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { ImportPanel } from "@/views/import/ImportPanel";
import { openDialog } from "./commands/dialogs";
import { droppedFiles } from "./report/droppedFiles";

/** More files than any cluster is told in: the import says how many it takes. */
const DROPPED_MAX = 100;

export function ImportDialog({ onClose }: DialogProps) {
  useEffect(() => () => importer.rest(), []);
  const run = async (file: ImportedFile): Promise<void> => {
    onClose();
    await openAsRun(file);
  };
  const draw = async (file: ImportedFile): Promise<void> => {
    onClose();
    await openInBuilder(file);
  };
  const advise = async (file: ImportedFile): Promise<void> => {
    openDialog("advice");
    await openAsForm(file);
  };
  const drop = (data: DataTransfer): void => {
    droppedFiles(data, DROPPED_MAX).then(
      (files) => importer.add(files),
      () => sim.notify(t("What was dropped could not be read."), true),
    );
  };
  return (
    <Dialog open onClose={onClose} title={t("Import your cluster")} kind="full">
      <ImportPanel
        onDrop={drop}
        onRun={(file) => void run(file)}
        onDraw={(file) => void draw(file)}
        onAdvise={(file) => void advise(file)}
      />
    </Dialog>
  );
}
