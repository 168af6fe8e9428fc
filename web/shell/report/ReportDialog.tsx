/** The report of what is shown: a name and words, typed here and kept nowhere, and the file. */

import { useState } from "react";
import { useStore } from "zustand";
import { t, translate } from "@/language/words";
import { lessonStore } from "@/lessons/lessonStore";
import type { Fetched } from "@/model/fetched";
import { readReport } from "@/model/report/file";
import { REPORT_NAME_MAX, REPORT_WORDS_MAX } from "@/model/report/report";
import { formatBytes, formatInstant } from "@/model/units";
import { assignedStore } from "@/session/assigned";
import { download } from "@/session/download";
import { pageStore } from "@/session/pageStore";
import { makeLink } from "@/session/simClient";
import { simStore, useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { TextField } from "@/ui/Fields";
import { TextArea } from "@/ui/TextArea";
import { useTurn } from "@/ui/useTurn";
import { type GatherDeps, gather } from "./gather";
import css from "./report.module.css";
import { reportFileName, writeReport } from "./write";

export function ReportDialog({ onClose }: DialogProps) {
  const isOpen = useSim(({ session, frame }) => session !== null && frame !== null);
  return (
    <Dialog open onClose={onClose} title={t("Report")} kind="wide">
      {isOpen ? <Writing /> : <p>{t("No scenario is open: there is nothing to report yet.")}</p>}
    </Dialog>
  );
}

type Work =
  | { state: "idle" }
  | { state: "busy"; text: string }
  | { state: "done"; text: string }
  | { state: "failed"; text: string };

function Writing() {
  const assigned = useStore(assignedStore, (state) => state.assigned);
  const [name, setName] = useState(assigned?.name ?? "");
  const [words, setWords] = useState("");
  const { work, write, stop } = useWriting(name, words);
  const isBusy = work.state === "busy";
  return (
    <form
      className={css.report}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) write();
      }}
    >
      <Contents />
      <TextField
        label={t("Name (as you want it on the report)")}
        value={name}
        onChange={setName}
        maxLength={REPORT_NAME_MAX}
      />
      <TextArea
        label={t("In your own words: what did you see, and why is it so?")}
        rows={6}
        value={words}
        onChange={setWords}
        maxLength={REPORT_WORDS_MAX}
      />
      <p className="small">
        {t("Your name and words go into the file only: the page neither stores nor sends them.")}
      </p>
      <div className="verbs">
        {isBusy ? (
          <Button onClick={stop}>{t("Stop")}</Button>
        ) : (
          <Button type="submit" kind="primary">
            {t("Download")}
          </Button>
        )}
        {work.state === "failed" ? (
          <p role="alert" className="bad">
            {t("No report was written. {text}", { text: work.text })}
          </p>
        ) : (
          <p role="status">{work.state === "idle" ? "" : work.text}</p>
        )}
      </div>
    </form>
  );
}

function Contents() {
  const play = useStore(lessonStore, (state) => state.play);
  const us = useSim(({ frame }) => frame?.now_us ?? 0);
  const title = useSim(({ world }) => world?.title ?? "");
  const run = { title: translate(title), at: formatInstant(us) };
  return (
    <p>
      {play === null
        ? t(
            "One file that opens in any browser without a network, and prints: the run of “{title}” up to {at} with what was done, what happened, its figures and pictures, and the link that plays it again.",
            run,
          )
        : t(
            "One file that opens in any browser without a network, and prints: the lesson “{lesson}” with your answers and goals, then the run of “{title}” up to {at} with what was done, what happened, its figures and pictures, and the link that plays it again.",
            { lesson: translate(play.lesson.title), title: run.title, at: run.at },
          )}
    </p>
  );
}

function useWriting(name: string, words: string) {
  const [work, setWork] = useState<Work>({ state: "idle" });
  const turn = useTurn();
  const write = (): void => {
    const isWanted = turn.begin();
    const say = (next: Work) => {
      if (isWanted()) setWork(next);
    };
    const deps = {
      makeLink,
      isWanted,
      say: (text: string) => say({ state: "busy", text }),
      place: location.origin + location.pathname,
    };
    say({ state: "busy", text: t("Reading the run…") });
    void written(deps, { name: name.trim(), words }).then((file) => {
      if (!isWanted()) return;
      if (!file.ok) return say({ state: "failed", text: file.message });
      const { name: fileName, content } = file.value;
      download(fileName, content);
      say({
        state: "done",
        text: t("Written: {fileName}, {size}.", { fileName, size: formatBytes(content.size) }),
      });
    });
  };
  const stop = (): void => {
    turn.end();
    setWork({ state: "idle" });
  };
  return { work, write, stop };
}

/** Read again before anybody gets it: what cannot be checked shall not be handed in. */
async function written(
  deps: GatherDeps,
  typed: { name: string; words: string },
): Promise<Fetched<{ name: string; content: Blob }>> {
  try {
    const page = pageStore.getState();
    const gathered = await gather(deps, simStore.getState(), page, typed);
    if (!gathered.ok) return gathered;
    const text = writeReport(gathered.value, page.hideVerdicts);
    const read = readReport(text);
    if (!read.ok) return read;
    const content = new Blob([text], { type: "text/html" });
    return { ok: true, value: { name: reportFileName(gathered.value.report), content } };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
