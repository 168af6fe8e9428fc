/** The question before the run goes on, answered once, and what came of the answer. */

import type { LessonPredict } from "@/engine/types";
import { t, translate } from "@/language/words";
import shared from "@/ui/exercise.module.css";
import { Segmented } from "@/ui/Segmented";
import css from "./lessons.module.css";
import { Prose } from "./Prose";

interface PredictProps {
  /** The button that sends it stands at the foot of the step. */
  id: string;
  prediction: LessonPredict;
  chosen: string;
  setChosen: (chosen: string) => void;
  lock: () => void;
}

export function Predict({ id, prediction, chosen, setChosen, lock }: PredictProps) {
  const { question, answers } = prediction;
  return (
    <form
      id={id}
      className={shared.part}
      aria-label={t("Predict")}
      onSubmit={(event) => {
        event.preventDefault();
        lock();
      }}
    >
      <h3>{t("Predict")}</h3>
      <div className={css.sentence} data-sentence="">
        <Prose>{question}</Prose>
      </div>
      <Segmented
        label={translate(question)}
        options={answers.map(({ text }, place) => ({
          value: String(place),
          label: translate(text),
        }))}
        value={chosen}
        columns={1}
        onChange={setChosen}
      />
    </form>
  );
}

interface PredictedProps {
  prediction: LessonPredict;
  answer: number;
  /** Whether it is told what is right. */
  isTold: boolean;
}

export function Predicted({ prediction: { question, answers }, answer, isTold }: PredictedProps) {
  const chosen = answers[answer];
  if (chosen === undefined) return null;
  const right = answers.find((one) => one.right);
  return (
    <section className={shared.part} aria-label={t("Your prediction")}>
      <h3>{t("Your prediction")}</h3>
      <p className="hint">{translate(question)}</p>
      <p>
        {t("“{said}”", { said: translate(chosen.text) })}
        {isTold && ` ${chosen.right ? t("That is right.") : t("Not quite.")}`}
      </p>
      {isTold && <Prose>{chosen.reply}</Prose>}
      {isTold && !chosen.right && right !== undefined && (
        <>
          <p>{t("The right answer: “{text}”", { text: translate(right.text) })}</p>
          <Prose>{right.reply}</Prose>
        </>
      )}
    </section>
  );
}
