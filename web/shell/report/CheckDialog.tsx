/** Checks the reports of others: what their runs show when they are played again. */

import { type DragEvent, useState } from "react";
import { useStore } from "zustand";
import { t } from "@/language/words";
import { sentences } from "@/language/written";
import { readToken, tokenIn } from "@/model/assignment/assignment";
import { askedSentences } from "@/model/assignment/words";
import { download } from "@/session/download";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { TextField } from "@/ui/Fields";
import { FileButton } from "@/ui/FileButton";
import { CheckTable } from "./CheckTable";
import {
  addFiles,
  type Check,
  checkAgainst,
  checksStore,
  clearChecks,
  FILES_MAX,
  isChecking,
  openReported,
  stopChecking,
} from "./checks";
import { checksCsv } from "./csv";
import { droppedFiles } from "./droppedFiles";
import { gradesCsv, type Platform, ungraded } from "./grades";
import css from "./report.module.css";

export function CheckDialog({ onClose }: DialogProps) {
  const checks = useStore(checksStore, (state) => state.checks);
  const { isOver, drop } = useDropped();
  const open = async (id: number, step: string | null): Promise<void> => {
    if (await openReported(id, step)) onClose();
  };
  return (
    <Dialog open onClose={onClose} title={t("Check reports")} kind="full">
      <div className={css.check} data-over={isOver} {...drop}>
        <p>
          {t(
            "Choose reports that were handed in, or drop them here. Each is read as data and its runs are played again on this device: which goals they reach, what they are worth in a challenge, and whether digest and figures are those of the run. Nothing is sent anywhere.",
          )}
        </p>
        <AgainstAssignment />
        <Verbs />
        <Progress />
        {checks.length > 0 && (
          <CheckTable checks={checks} onOpen={(id, step) => void open(id, step)} />
        )}
      </div>
    </Dialog>
  );
}

/** The teacher's own link: what a report says of its assignment could be another one. */
function AgainstAssignment() {
  const known = useStore(checksStore, (state) => state.assignment);
  const [link, setLink] = useState(known);
  const token = tokenIn(link);
  const read = token === "" ? null : readToken(token);
  const set = (text: string): void => {
    setLink(text);
    const next = tokenIn(text);
    const isWhole = next === "" || readToken(next).ok;
    if (isWhole && next !== known) checkAgainst(next);
  };
  return (
    <>
      <TextField label={t("Assignment link, if there is one")} value={link} onChange={set} />
      {read !== null &&
        (read.ok ? (
          <p className="small">
            {sentences([
              ...askedSentences(read.value),
              ...(read.value.due_ms === null
                ? []
                : [
                    t(
                      "A report does not show when it was handed in: compare the date with your platform’s.",
                    ),
                  ]),
            ])}
          </p>
        ) : (
          <p role="alert" className="bad">
            {read.message}
          </p>
        ))}
    </>
  );
}

function Verbs() {
  const checks = useStore(checksStore, (state) => state.checks);
  const isBusy = useStore(checksStore, isChecking);
  return (
    <div className="verbs">
      <FileButton
        kind="primary"
        label={t("Reports")}
        accept=".html,.htm,text/html"
        multiple
        onChoose={addFiles}
      >
        {t("Choose files…")}
      </FileButton>
      <FileButton label={t("Folder of reports")} multiple isFolder onChoose={addFiles}>
        {t("Choose a folder…")}
      </FileButton>
      {isBusy && <Button onClick={stopChecking}>{t("Stop")}</Button>}
      {checks.length > 0 && !isBusy && (
        <>
          <Button
            onClick={() => {
              const text = checksCsv(checks);
              download("raft-atlas-reports.csv", new Blob([text], { type: "text/csv" }));
            }}
          >
            {t("Download the table, CSV")}
          </Button>
          <GradeButton platform="moodle" checks={checks} />
          <GradeButton platform="canvas" checks={checks} />
          <Button onClick={clearChecks}>{t("Clear")}</Button>
        </>
      )}
    </div>
  );
}

/** A file of the reports that hold; what has no grade is said. */
function GradeButton({ platform, checks }: { platform: Platform; checks: readonly Check[] }) {
  const write = (): void => {
    const text = gradesCsv(platform, checks);
    download(`raft-atlas-grades-${platform}.csv`, new Blob([text], { type: "text/csv" }));
    const n = ungraded(checks);
    if (n > 0)
      sim.notify(
        t(
          "{n, plural, one {# report has} other {# reports have}} no grade: look at them yourself.",
          {
            n,
          },
        ),
      );
  };
  return (
    <Button onClick={write}>
      {platform === "moodle" ? t("Grades for Moodle, CSV") : t("Grades for Canvas, CSV")}
    </Button>
  );
}

function Progress() {
  const { checks, untaken } = useStore(checksStore);
  const done = checks.filter(({ state }) => state !== "waiting").length;
  const text =
    checks.length === 0
      ? ""
      : done < checks.length
        ? t("Checked {done} of {all}…", { done, all: checks.length })
        : t("{n, plural, one {# file} other {# files}} checked.", { n: checks.length });
  return (
    <>
      <p role="status">{text}</p>
      {untaken > 0 && (
        <p role="alert" className="bad">
          {t(
            "{n, plural, one {# file} other {# files}} not taken: at most {most} are checked at once.",
            { n: untaken, most: FILES_MAX },
          )}
        </p>
      )}
    </>
  );
}

/** What is dropped here is for here: elsewhere on the page it would be opened as a scenario. */
function useDropped() {
  const [isOver, setOver] = useState(false);
  const hold = (event: DragEvent): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const drop = {
    onDragOver: (event: DragEvent) => {
      hold(event);
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      hold(event);
      setOver(false);
      void droppedFiles(event.dataTransfer, FILES_MAX).then(addFiles, () =>
        sim.notify(t("What was dropped could not be read."), true),
      );
    },
  };
  return { isOver, drop };
}
