/** The player of lessons, beside the map: its question, its task, and what is seen of it. */

import { useEffect, useId, useRef, useState } from "react";
import { useStore } from "zustand";
import { t, translate } from "@/language/words";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import shared from "@/ui/exercise.module.css";
import { Fold } from "@/ui/Section";
import { Setting } from "@/views/story/Setting";
import { Ending } from "./Ending";
import { Explain } from "./Explain";
import { lessonStore } from "./lessonStore";
import css from "./lessons.module.css";
import { type LessonState, stageOf, stateOf, stepOf } from "./machine";
import { Predict, Predicted } from "./Predict";
import { NamedWorld, Prose } from "./Prose";
import { lessonPlayer } from "./pageLessons";
import { Seen } from "./Seen";
import { StepFoot } from "./StepFoot";
import { Task } from "./Task";
import { useNeeds } from "./useNeeds";
import { useSentenceInView } from "./useSentenceInView";

export function LessonPanel() {
  const play = useStore(lessonStore, (state) => state.play);
  const world = useSim((state) => state.world);
  if (play === null) return null;
  return (
    <NamedWorld value={world}>
      <Player play={play} />
    </NamedWorld>
  );
}

function Player({ play }: { play: LessonState }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { lesson, at, id } = play;
  const step = stepOf(play);
  // Who goes to a step reads on at its title.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each lesson and step
  useEffect(() => heading.current?.focus(), [id, at]);
  const root = useRef<HTMLElement>(null);
  useSentenceInView(root, `${id} ${at} ${stageOf(play)}`);
  const reset = (): void => {
    heading.current?.focus();
    void lessonPlayer.reset();
  };
  return (
    <section
      ref={root}
      className={shared.panel}
      aria-label={t("Lesson: {title}", { title: translate(lesson.title) })}
    >
      <div className="spread">
        <p className="hint">{translate(lesson.title)}</p>
        <Button small kind="quiet" onClick={() => lessonPlayer.close()}>
          {t("Leave the lesson")}
        </Button>
      </div>
      <StepList play={play} goTo={(to) => void lessonPlayer.goTo(to)} />
      <h2 ref={heading} tabIndex={-1} className={shared.title}>
        {translate(step.title)}
        <span className="sr-only">
          {t(", step {at} of {all}", { at: at + 1, all: lesson.steps.length })}
        </span>
      </h2>
      <Before play={play} />
      <Waits reset={reset} />
      <StepParts key={`${id}/${step.id}`} {...{ play, reset }} />
    </section>
  );
}

/** What there is to know first; folded once a person is past it: past a question, or a task. */
function Before({ play }: { play: LessonState }) {
  const { lesson, at } = play;
  const { text, predict, do: task } = stepOf(play);
  const texts = [at === 0 ? lesson.text : null, text].filter((one) => one !== null);
  if (texts.length === 0) return null;
  const all = texts.map((one) => (
    <Prose key={one} sources={lesson.sources}>
      {one}
    </Prose>
  ));
  const isAtOnce = predict === null && task === null;
  const isReached = predict === null ? stageOf(play) === "explain" : stageOf(play) !== "predict";
  const isPast = isReached && !isAtOnce;
  return isPast ? <Fold title={t("Introduction")}>{all}</Fold> : all;
}

/** What keeps the step from going on, when something does. */
function Waits({ reset }: { reset: () => void }) {
  const preparing = useStore(lessonStore, (state) => state.preparing);
  const isOwnRun = useStore(lessonStore, (state) => state.isOwnRun);
  const unjudged = useStore(lessonStore, (state) => state.unjudged);
  if (preparing) return <p className={shared.note}>{t("Running to where this step begins…")}</p>;
  if (!isOwnRun) {
    return (
      <div className={shared.note}>
        <p>{t("This is not the run of the step: its goal is not judged here.")}</p>
        <Button small onClick={reset}>
          {t("Back to the step’s run")}
        </Button>
      </div>
    );
  }
  return unjudged === "" ? null : (
    <p className={shared.note}>{t("The goal is not judged. {unjudged}", { unjudged })}</p>
  );
}

interface StepPartsProps {
  play: LessonState;
  /** The step begins anew; the person reads on at its title. */
  reset: () => void;
}

function StepParts({ play, reset }: StepPartsProps) {
  const root = useRef<HTMLDivElement>(null);
  /** Not locked in yet. */
  const [chosen, setChosen] = useState("");
  const form = useId();
  /** The part that a person asked for gets the focus that its button had. */
  const movesFocus = useRef(false);
  const stage = stageOf(play);
  const state = stateOf(play);
  const { answer, verdict } = state;
  const { predict, do: task } = stepOf(play);
  useEffect(() => {
    if (!movesFocus.current) return;
    movesFocus.current = false;
    const part = stage === "explain" ? "explain" : "do";
    root.current?.querySelector<HTMLElement>(`[data-part="${part}"]`)?.focus();
  }, [stage]);
  // What was waited for comes into view; the focus stays where the person is.
  useEffect(() => {
    if (verdict === "open") return;
    root.current?.querySelector("[data-verdict]")?.scrollIntoView({ block: "nearest" });
  }, [verdict]);
  const lock = (): void => {
    if (chosen === "") return;
    movesFocus.current = true;
    lessonPlayer.answer(Number(chosen));
  };
  const reveal = (): void => {
    movesFocus.current = true;
    lessonPlayer.reveal();
  };
  const isSeen = stage === "explain";
  const isLast = play.at === play.lesson.steps.length - 1;
  return (
    <>
      <div ref={root} className={css.parts}>
        {predict !== null && answer === null && (
          <Predict id={form} prediction={predict} {...{ chosen, setChosen, lock }} />
        )}
        {stage !== "predict" && task !== null && (
          <>
            <Task task={task} state={state} needs={<NeededSettings play={play} />} />
            <Seen state={state} />
          </>
        )}
        {predict !== null && answer !== null && (
          <Predicted prediction={predict} answer={answer} isTold={isSeen} />
        )}
        {isSeen && <Explained play={play} />}
        {isSeen && isLast && <Ending play={play} />}
      </div>
      <StepFoot asking={{ form, isChosen: chosen !== "" }} {...{ play, reset, reveal }} />
    </>
  );
}

function Explained({ play }: { play: LessonState }) {
  const reports = useStore(lessonStore, (state) => state.reports);
  const reportsUs = useStore(lessonStore, (state) => state.reportsUs);
  const { explain, variants, others } = stepOf(play);
  if (explain === null) return null;
  const beside =
    others === "same_actions"
      ? t("The other runs include the same actions as yours.")
      : t("The other runs do not include your actions.");
  return (
    <Explain
      explanation={explain}
      sources={play.lesson.sources}
      reports={reports}
      reportsUs={reportsUs}
      beside={variants.length === 0 ? undefined : beside}
    />
  );
}

function NeededSettings({ play }: { play: LessonState }) {
  const { all } = useNeeds(play);
  const names = all.flatMap(({ what }) => ("setting" in what ? [what.setting] : []));
  if (names.length === 0) return null;
  return (
    <div className={css.needed} data-needed>
      {names.map((name) => (
        <Setting key={name} name={name} />
      ))}
    </div>
  );
}

interface StepListProps {
  play: LessonState;
  goTo: (to: number) => void;
}

function StepList({ play: { lesson, at, steps }, goTo }: StepListProps) {
  return (
    <nav aria-label={t("Steps")}>
      <ol className="wrap gap-1">
        {lesson.steps.map(({ id, title }, place) => {
          const isDone = steps[place]?.done === true;
          return (
            <li key={id}>
              <button
                type="button"
                className={cx(css.step, isDone && css.doneStep)}
                aria-current={place === at ? "step" : undefined}
                aria-label={`${t("Step {at}: {title}", { at: place + 1, title: translate(title) })}${isDone ? t(", done") : ""}`}
                title={translate(title)}
                onClick={() => goTo(place)}
              >
                {place + 1}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
