/** Sweeps: a file of runs, from the person's disk or the page's own example, and what it tells. */

import { useStore } from "zustand";
import { Rich } from "@/language/Rich";
import { t } from "@/language/words";
import {
  openExample,
  openRun,
  openRunsFile,
  openRunsFolder,
  sweepsStore,
} from "@/session/sweeps/sweeps";
import asking from "@/ui/asking.module.css";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { FileButton } from "@/ui/FileButton";
import { SweepsPanel } from "@/views/sweeps/SweepsPanel";
import css from "@/views/sweeps/sweeps.module.css";
import { openDialog } from "./commands/dialogs";

export function SweepsDialog({ onClose }: DialogProps) {
  const { runs, isReading, failure } = useStore(sweepsStore);
  const open = async (run: number): Promise<void> => {
    if (await openRun(run)) onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t("Sweeps")} kind="full">
      <div className={cx(asking.panel, css.panel)}>
        {runs === null && (
          <p>
            <Rich
              text={t(
                "A sweep runs a scenario with many values and seeds: <0>raft-atlas sweep FILE --out DIR</0>. Open DIR or its <0>runs.parquet</0> here, or drop it on the page.",
              )}
              parts={[(code) => <code>{code}</code>]}
            />
          </p>
        )}
        <From />
        {isReading && <p role="status">{t("Reading the runs…")}</p>}
        {failure !== "" && <p role="alert">{failure}</p>}
      </div>
      {runs !== null && <SweepsPanel runs={runs} onOpen={(run) => void open(run)} />}
    </Dialog>
  );
}

function From() {
  return (
    <div className="row wrap">
      <FileButton
        label={t("Runs of a sweep")}
        accept=".parquet"
        onChoose={([file]) => file && openRunsFile(file)}
      >
        {t("Open a file…")}
      </FileButton>
      <FileButton
        label={t("Folder of a sweep")}
        isFolder
        onChoose={(files) => {
          const [name = ""] = files[0]?.webkitRelativePath.split("/") ?? [];
          void openRunsFolder(name, files);
        }}
      >
        {t("Open a folder…")}
      </FileButton>
      <Button onClick={() => void openExample()}>{t("Open the example")}</Button>
      <Button onClick={() => openDialog("advice")}>{t("Which setting for my network?")}</Button>
    </div>
  );
}
