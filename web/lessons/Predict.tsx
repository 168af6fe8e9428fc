/**
 * The question before the run goes on: answered once, and what came of the answer is told when it
 * has been seen. Must not know the run.
 */

import { useState } from "react";

import type { LessonPredict } from "@/protocol/engine";
import { Button } from "@/ui/Button";
import { Segmented } from "@/ui/Segmented";
import css from "./lessons.module.css";
import { Prose } from "./Prose";

interface PredictProps {
  prediction: LessonPredict;
  lock: (answer: number) => void;
}

export function Predict({ prediction: { question, answers }, lock }: PredictProps) {
  const [chosen, setChosen] = useState("");
  return (
    <form
      className={css.part}
      aria-label="Predict"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== "") lock(Number(chosen));
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
      <div className={css.verbs}>
        <Button type="submit" kind="primary" disabled={chosen === ""}>
          Lock it in
        </Button>
        <p className={css.hint}>
          {chosen === "" ? "Choose what you expect." : "It cannot be changed once you have seen."}
        </p>
      </div>
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
    <section className={css.part} aria-label="Your prediction">
      <h3>Your prediction</h3>
      <p className={css.hint}>{question}</p>
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
