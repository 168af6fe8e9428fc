/**
 * The question before the run goes on: answered once, and what came of the answer is told when it
 * has been seen. Must not know the run.
 */

import type { LessonPredict } from "@/engine/types";
import shared from "@/ui/exercise.module.css";
import { Segmented } from "@/ui/Segmented";
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
      aria-label="Predict"
      onSubmit={(event) => {
        event.preventDefault();
        lock();
      }}
    >
      <h3>Predict</h3>
      <Prose>{question}</Prose>
      <Segmented
        label={question}
        options={answers.map(({ text }, place) => ({ value: String(place), label: text }))}
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
  told: boolean;
}

export function Predicted({ prediction: { question, answers }, answer, told }: PredictedProps) {
  const chosen = answers[answer];
  if (chosen === undefined) return null;
  const right = answers.find((one) => one.right);
  return (
    <section className={shared.part} aria-label="Your prediction">
      <h3>Your prediction</h3>
      <p className={shared.hint}>{question}</p>
      <p>
        “{chosen.text}”{told && (chosen.right ? " That is right." : " That is not what happens.")}
      </p>
      {told && <Prose>{chosen.reply}</Prose>}
      {told && !chosen.right && right !== undefined && (
        <>
          <p>Right is: “{right.text}”</p>
          <Prose>{right.reply}</Prose>
        </>
      )}
    </section>
  );
}
