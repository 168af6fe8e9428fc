/** The end of a lesson: what to take along, and which predictions were right. */

import type { LessonStep } from "@/engine/types";
import { t, translate } from "@/language/words";
import { pageStore } from "@/session/pageStore";
import { Button } from "@/ui/Button";
import shared from "@/ui/exercise.module.css";
import { CheckIcon, CloseIcon } from "@/ui/icons";
import css from "./lessons.module.css";
import type { LessonState, StepState } from "./machine";
import { Prose } from "./Prose";

interface Prediction {
  id: string;
  title: string;
  isRight: boolean;
  said: string;
  right: string;
}

export function Ending({ play: { lesson, steps } }: { play: LessonState }) {
  const all = lesson.steps.flatMap((step, place) => predictionOf(step, steps[place]));
  const right = all.filter(({ isRight }) => isRight).length;
  return (
    <section className={shared.part} aria-label={t("The end of the lesson")}>
      <h3>{t("The end of the lesson")}</h3>
      {lesson.takeaway !== null && <Prose sources={lesson.sources}>{lesson.takeaway}</Prose>}
      {all.length > 0 && (
        <>
          <p>{t("You predicted {right} of {all} right.", { right, all: all.length })}</p>
          <ul className={shared.marked} aria-label={t("Your predictions")}>
            {all.map(({ id, title, isRight, said, right: answer }) => (
              <li key={id} data-standing={isRight ? "met" : "broken"}>
                <span className={shared.sign}>{isRight ? <CheckIcon /> : <CloseIcon />}</span>
                <div>
                  <p>
                    <span className="sr-only">{isRight ? t("Right: ") : t("Not right: ")}</span>
                    {translate(title)}
                  </p>
                  <p className="hint">
                    {isRight
                      ? t("“{said}”", { said: translate(said) })
                      : t("You said “{said}” The right answer is “{answer}”", {
                          said: translate(said),
                          answer: translate(answer),
                        })}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={css.verbs}>
        <Button onClick={() => pageStore.openDialog("report")}>{t("Report…")}</Button>
        <Button onClick={() => pageStore.openDialog("assign")}>{t("Assign…")}</Button>
      </div>
    </section>
  );
}

/** Nothing of a step that asked nothing, or was not answered. */
function predictionOf(
  { id, title, predict }: LessonStep,
  state: StepState | undefined,
): Prediction[] {
  const said = predict?.answers[state?.answer ?? -1];
  const right = predict?.answers.find((one) => one.right);
  if (said === undefined || right === undefined) return [];
  return [{ id, title, isRight: said.right, said: said.text, right: right.text }];
}
