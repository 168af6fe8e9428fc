/** The import of a cluster: the files, what was made of them, and where that opens. */

import { type DragEvent, useState } from "react";
import { useStore } from "zustand";
import { t } from "@/language/words";
import { download } from "@/session/download";
import { type ImportedFile, importedFile, importer } from "@/session/importing/importing";
import asking from "@/ui/asking.module.css";
import { Button } from "@/ui/Button";
import { GivenFiles } from "./GivenFiles";
import { Made } from "./Made";

interface ImportPanelProps {
  onDrop: (data: DataTransfer) => void;
  /** Files that somebody says are a history or a log. */
  onTrace: (files: readonly File[]) => void;
  onRun: (file: ImportedFile) => void;
  onDraw: (file: ImportedFile) => void;
  onAdvise: (file: ImportedFile) => void;
}

export function ImportPanel({ onDrop, onTrace, ...ways }: ImportPanelProps) {
  const { isOver, drop } = useDropArea(onDrop);
  const { answer, failure } = useStore(importer.store);
  return (
    <div className={asking.panel} data-over={isOver} {...drop}>
      <p>
        {t(
          "Give the files that describe a real cluster, of TiUP, tidb-operator, CockroachDB, YugabyteDB or etcd, and the round trips that you measured. They become a scenario, and you see what was understood, assumed and not used. Nothing is sent anywhere.",
        )}
      </p>
      <GivenFiles onTrace={onTrace} />
      {failure !== "" && (
        <p role="alert" className="bad breaks">
          {failure}
        </p>
      )}
      {answer !== null && <Made answer={answer} ways={<Ways {...ways} />} />}
    </div>
  );
}

function Ways({ onRun, onDraw, onAdvise }: Omit<ImportPanelProps, "onDrop" | "onTrace">) {
  const isFresh = useStore(importer.store, (state) => state.isFresh);
  const give = (take: (file: ImportedFile) => void) => () => {
    const file = importedFile();
    if (file !== null) take(file);
  };
  const save = ({ name, text }: ImportedFile): void => download(name, text);
  return (
    <div className="wrap">
      <Button kind="primary" disabled={!isFresh} onClick={give(onRun)}>
        {t("Open as a run")}
      </Button>
      <Button disabled={!isFresh} onClick={give(onDraw)}>
        {t("Open in the builder")}
      </Button>
      <Button disabled={!isFresh} onClick={give(save)}>
        {t("Download the scenario")}
      </Button>
      <Button disabled={!isFresh} onClick={give(onAdvise)}>
        {t("Which setting for my network?")}
      </Button>
    </div>
  );
}

/** What is dropped here is for here: elsewhere on the page it would be opened as any file. */
function useDropArea(take: (data: DataTransfer) => void) {
  const [isOver, setOver] = useState(false);
  const hold = (event: DragEvent, next: boolean): void => {
    event.preventDefault();
    event.stopPropagation();
    setOver(next);
  };
  const drop = {
    onDragOver: (event: DragEvent) => hold(event, true),
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      hold(event, false);
      take(event.dataTransfer);
    },
  };
  return { isOver, drop };
}
