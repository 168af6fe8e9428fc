/** The steps of a lesson on a report: the question, the answer, the task, and the run. */

import type { LessonStep } from "@/engine/types";
import { t } from "@/language/words";
import { formatInstant } from "@/model/units";
import { logOf } from "@/session/session";
import type { Gathered, PlayedStep } from "./gather";
import { Actions, MapFigure, Prose } from "./Paper";

export function Steps({ lesson: { lesson, steps } }: { lesson: NonNullable<Gathered["lesson"]> }) {
  const asked = lesson.steps.filter(({ predict }) => predict !== null).length;
  const right = lesson.steps.filter((step, at) => answerOf(step, steps[at])?.right === true).length;
  const tasks = lesson.steps.filter((step) => step.do !== null).length;
  const reached = lesson.steps.filter(
    (step, at) => step.do !== null && steps[at]?.state.done,
  ).length;
  return (
    <section>
      <h2>{t("The steps")}</h2>
      <p>
        {t("{right} of {asked} questions answered right, {reached} of {tasks} goals reached.", {
          right,
          asked,
          reached,
          tasks,
        })}
      </p>
      {lesson.steps.map((step, at) => (
        <Step key={step.id} number={at + 1} step={step} played={steps[at]} />
      ))}
    </section>
  );
}

function answerOf({ predict }: LessonStep, played: PlayedStep | undefined) {
  return predict?.answers[played?.state.answer ?? -1];
}

interface StepProps {
  number: number;
  step: LessonStep;
  played: PlayedStep | undefined;
}

function Step({ number, step, played }: StepProps) {
  const { title, predict, do: task } = step;
  const answer = answerOf(step, played);
  return (
    <section className="step">
      <h3>
        {number}. {title}
      </h3>
      {predict !== null && (
        <>
          <Prose>{predict.question}</Prose>
          {answer === undefined ? (
            <p className="open">{t("Not answered.")}</p>
          ) : (
            <p className={answer.right ? "good" : "bad"}>
              {t("Answered: “{answer}”", { answer: answer.text })}{" "}
              {answer.right ? t("✓ Right.") : t("✗ Not right.")}
            </p>
          )}
        </>
      )}
      {task !== null && (
        <>
          <Prose>{task.text}</Prose>
          <Reached played={played} />
        </>
      )}
    </section>
  );
}

function Reached({ played }: { played: PlayedStep | undefined }) {
  if (played?.state.done !== true) return <p className="open">{t("Goal not reached.")}</p>;
  const { moment, trouble } = played;
  const us = moment?.frame?.now_us;
  return (
    <>
      <p className="good">
        {us === undefined
          ? t("✓ Goal reached.")
          : t("✓ Goal reached at {at}.", { at: formatInstant(us) })}
      </p>
      {trouble !== "" && <p className="open">{trouble}</p>}
      {moment !== null && (
        <>
          <h4>{t("What was done")}</h4>
          <Actions actions={logOf(moment.session)} />
          <MapFigure state={moment} />
        </>
      )}
    </>
  );
}
