/** A lesson on paper: a worksheet, or with answers, figures and a map at the end of each step. */

import { QRCodeSVG } from "qrcode.react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Lesson, LessonSource } from "@/engine/types";
import { t, translate } from "@/language/words";
import { fetchLesson } from "@/lessons/catalog";
import type { Fetched } from "@/model/fetched";
import { makeLink, sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { CheckField } from "@/ui/Fields";
import { useOverlay } from "@/ui/overlays";
import { Prose } from "../Prose";
import { HandoutStep } from "./HandoutStep";
import { type Moment, momentOf, runOfStep } from "./handout";
import css from "./handout.module.css";
import { isOwnMachine } from "./ownMachine";

export function Handout({ id, onClose }: { id: string; onClose: () => void }) {
  const [answers, setAnswers] = useState(false);
  // What was asked for once goes on: who unticks the box may tick it again.
  const [isPlayed, setPlayed] = useState(false);
  const played = useMoments(id, isPlayed);
  const isReady = answers ? isDone(played) : played.lesson !== null;
  const sheet = useRef<HTMLDivElement>(null);
  useAlone(sheet);
  useOverlay("modal", onClose);
  const { lesson, trouble } = played;
  return createPortal(
    <div
      ref={sheet}
      className={css.handout}
      role="dialog"
      aria-modal="true"
      aria-label={
        lesson === null ? t("Handout") : t("Handout: {title}", { title: translate(lesson.title) })
      }
      tabIndex={-1}
      data-theme="light"
      data-handout
    >
      <div className={css.bar}>
        <Progress played={played} isReady={isReady} />
        <CheckField
          label={t("With answers")}
          checked={answers}
          onChange={(next) => {
            setAnswers(next);
            if (next) setPlayed(true);
          }}
        />
        <Button kind="primary" disabled={!isReady} onClick={() => window.print()}>
          {t("Print")}
        </Button>
        <Button onClick={onClose}>{t("Close")}</Button>
      </div>
      {trouble !== "" && <p role="alert">{trouble}</p>}
      <OwnMachine />
      {!isReady && <p className={css.early}>{earlyText(played)}</p>}
      {lesson !== null && <Paper {...{ id, played, lesson, answers }} />}
    </div>,
    document.body,
  );
}

interface PaperProps {
  id: string;
  played: Played;
  lesson: Lesson;
  answers: boolean;
}

function Paper({ id, played, lesson, answers }: PaperProps) {
  const { title, minutes, text, sources, steps, takeaway } = lesson;
  return (
    <article className={css.paper}>
      <header>
        <p className={css.kind}>
          {"Raft Atlas · "}
          {t("lesson · about {n, plural, one {# minute} other {# minutes}}", { n: minutes })}
        </p>
        <h1>{translate(title)}</h1>
        <PaperHead id={id} answers={answers} />
        <Prose sources={sources}>{text}</Prose>
      </header>
      {steps.map((step, at) => (
        <HandoutStep
          key={step.id}
          number={at + 1}
          step={step}
          sources={sources}
          moment={played.moments[at]}
          answers={answers}
        />
      ))}
      {answers && takeaway !== null && (
        <section>
          <h2>{t("Takeaway")}</h2>
          <Prose sources={sources}>{takeaway}</Prose>
        </section>
      )}
      <Sources sources={sources} />
      <p className={css.foot}>
        {t(
          "Pictures and figures are of real runs of Raft (raft-rs) on a simulated network, each step done as its author recorded it. The same scenario, seed and actions give the same run everywhere.",
        )}
      </p>
    </article>
  );
}

function Sources({ sources }: { sources: readonly LessonSource[] }) {
  if (sources.length === 0) return null;
  return (
    <section className={css.sources}>
      <h2>{t("Sources")}</h2>
      <ol>
        {sources.map(({ id, title, by, year }) => (
          <li key={id}>
            {by}: “{title}”{year === null ? "" : `, ${year}`}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** On the screen alone, before paper is given away whose address leads nowhere. */
function OwnMachine() {
  if (!isOwnMachine(location.hostname)) return null;
  return (
    <p role="note" className={css.warning}>
      {t(
        "The address and the QR code on this paper lead to this machine alone ({host}). Open the page at the address that your students use, and print from there.",
        { host: location.host },
      )}
    </p>
  );
}

/** For paper that was printed all the same, by the browser's own menu. */
function earlyText({ lesson, moments }: Played): string {
  const all = lesson?.steps.length ?? 0;
  if (all === 0) return t("Not ready yet: the lesson was still being read when this was printed.");
  return t(
    "Not ready yet: {open} of {all} steps had not been played when this was printed, and have no pictures and figures here. Print it again when the page says “Ready to print”.",
    { open: all - moments.length, all },
  );
}

interface ProgressProps {
  played: Played;
  isReady: boolean;
}

function Progress({ played: { lesson, moments, trouble }, isReady }: ProgressProps) {
  const all = lesson?.steps.length ?? 0;
  const text =
    trouble !== ""
      ? t("There is no handout.")
      : lesson === null
        ? t("Reading the lesson…")
        : isReady
          ? t("Ready to print.")
          : t("Playing step {at} of {all}…", { at: moments.length + 1, all });
  return (
    <p role="status" className="rest">
      {text}
    </p>
  );
}

function isDone({ lesson, moments }: Played): boolean {
  return lesson !== null && moments.length === lesson.steps.length;
}

/** The page below is out of reach, and gets its focus back. */
function useAlone(sheet: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    const page = document.getElementById("root");
    if (page !== null) page.inert = true;
    sheet.current?.focus();
    return () => {
      if (page !== null) page.inert = false;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [sheet]);
}

const SIZE_PX = 88;

interface PaperHeadProps {
  id: string;
  /** With answers it is a teacher's: nobody puts a name on it. */
  answers: boolean;
}

function PaperHead({ id, answers }: PaperHeadProps) {
  const address = `${location.origin}${location.pathname}?lesson=${encodeURIComponent(id)}`;
  return (
    <div className={css.paperHead}>
      <div>
        {!answers && (
          <p className={css.fields}>
            <span className={css.field}>{t("Name")}</span>
            <span className={css.field}>{t("Date")}</span>
          </p>
        )}
        <p>
          {t("Play it:")} <a href={address}>{address}</a>
        </p>
      </div>
      <QRCodeSVG
        value={address}
        level="M"
        size={SIZE_PX}
        marginSize={2}
        bgColor="#ffffff"
        fgColor="#000000"
        title={t("QR code of the lesson")}
      />
    </div>
  );
}

interface Played {
  /** Null until it was read. */
  lesson: Lesson | null;
  /** Why there is no lesson. */
  trouble: string;
  /** By step, as far as they have been played; undefined: the step has no run. */
  moments: readonly (Fetched<Moment> | undefined)[];
}

const NOTHING: Played = { lesson: null, trouble: "", moments: [] };

/** The lesson is read at once; `isPlayed`: its steps are played as well, from the first. */
function useMoments(id: string, isPlayed: boolean): Played {
  const [played, setPlayed] = useState(NOTHING);
  const { lesson } = played;
  useEffect(() => {
    let isWanted = true;
    setPlayed(NOTHING);
    void read(id).then((found) => {
      if (isWanted) setPlayed({ ...NOTHING, ...found });
    });
    return () => {
      isWanted = false;
    };
  }, [id]);
  useEffect(() => {
    if (lesson === null || !isPlayed) return;
    let isWanted = true;
    void play(lesson, (moments) => {
      if (isWanted) setPlayed((before) => ({ ...before, moments }));
      return isWanted;
    });
    return () => {
      isWanted = false;
    };
  }, [lesson, isPlayed]);
  return played;
}

async function read(id: string): Promise<Partial<Played>> {
  const text = await fetchLesson(id);
  const lesson = text.ok ? await sim.readLesson(text.value) : text;
  return lesson.ok ? { lesson: lesson.value } : { trouble: lesson.message };
}

/** One step after the other: each takes a worker and its memory only while it is played. */
async function play(lesson: Lesson, say: (moments: Played["moments"]) => boolean): Promise<void> {
  const moments: (Fetched<Moment> | undefined)[] = [];
  for (const [at, step] of lesson.steps.entries()) {
    const run = runOfStep(lesson, at);
    moments.push(run === undefined ? undefined : await momentOf(run, step, makeLink));
    if (!say([...moments])) return;
  }
}
