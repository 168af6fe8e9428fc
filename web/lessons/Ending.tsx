/**
 * The end of a lesson: what to take along, and which predictions were right. Must not know the run.
 */

import type { LessonStep } from "@/engine/types";
import { openList } from "@/session/provided";
import { Button } from "@/ui/Button";
import shared from "@/ui/exercise.module.css";
import { CheckIcon, CloseIcon } from "@/ui/icons";
import css from "./lessons.module.css";
import type { LessonState, StepState } from "./machine";
import { Prose } from "./Prose";

interface Told {
  id: string;
  title: string;
  isRight: boolean;
  said: string;
  right: string;
}

export function Ending({ play: { lesson, steps } }: { play: LessonState }) {
  const told = lesson.steps.flatMap((step, place) => toldOf(step, steps[place]));
  const right = told.filter(({ isRight }) => isRight).length;
  return (
    <section className={shared.part} aria-label="The end of the lesson">
      <h3>The end of the lesson</h3>
      {lesson.takeaway !== null && <Prose sources={lesson.sources}>{lesson.takeaway}</Prose>}
      {told.length > 0 && (
        <>
          <p>
            You predicted {right} of {told.length} right.
          </p>
          <ul className={shared.marked} aria-label="Your predictions">
            {told.map(({ id, title, isRight, said, right: answer }) => (
              <li key={id} data-standing={isRight ? "met" : "broken"}>
                <span className={shared.sign}>{isRight ? <CheckIcon /> : <CloseIcon />}</span>
                <div>
                  <p>
                    <span className="sr-only">{isRight ? "Right: " : "Not right: "}</span>
                    {title}
                  </p>
                  <p className={shared.hint}>
                    {isRight ? `“${said}”` : `You said “${said}” Right is “${answer}”`}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={css.verbs}>
        <Button onClick={() => openList("report")}>Report…</Button>
      </div>
    </section>
  );
}

/** Nothing of a step that asked nothing, or was not answered. */
function toldOf({ id, title, predict }: LessonStep, state: StepState | undefined): Told[] {
  const said = predict?.answers[state?.answer ?? -1];
  const right = predict?.answers.find((one) => one.right);
  if (said === undefined || right === undefined) return [];
  return [{ id, title, isRight: said.right, said: said.text, right: right.text }];
}
