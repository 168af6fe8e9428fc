/** Files of others: a cluster becomes a run or a form, a history or a log shows in lanes. */

import { useEffect } from "react";
import { useStore } from "zustand";
import { t } from "@/language/words";
import {
  type ImportedFile,
  importer,
  openAsForm,
  openAsRun,
  openInBuilder,
} from "@/session/importing/importing";
import { sim } from "@/session/simClient";
import { traceKindOfFiles, traces } from "@/session/traces/traces";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { ImportPanel } from "@/views/import/ImportPanel";
import { TracePanel } from "@/views/traces/TracePanel";
import { openDialog } from "./commands/dialogs";
import { droppedFiles } from "./report/droppedFiles";

/** More files than any cluster is told in: the import says how many it takes. */
const DROPPED_MAX = 100;

export function ImportDialog({ onClose }: DialogProps) {
  useEffect(
    () => () => {
      importer.rest();
      traces.close();
    },
    [],
  );
  const isTrace = useStore(traces.store, ({ names }) => names.length > 0);
  const open = async (files: readonly File[]): Promise<void> => {
    const kind = await traceKindOfFiles(files);
    if (kind !== null) return traces.open(files, kind);
    if (files.length > 0) await traces.refuse(files);
  };
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
      async (files) => {
        const kind = await traceKindOfFiles(files);
        if (kind === null) await importer.add(files);
        else await traces.open(files, kind);
      },
      () => sim.notify(t("What was dropped could not be read."), true),
    );
  };
  return (
    <Dialog open onClose={onClose} title={t("Import")} kind="full">
      {isTrace ? (
        <TracePanel />
      ) : (
        <ImportPanel
          onDrop={drop}
          onTrace={(files) => void open(files)}
          onRun={(file) => void run(file)}
          onDraw={(file) => void draw(file)}
          onAdvise={(file) => void advise(file)}
        />
      )}
    </Dialog>
  );
}
