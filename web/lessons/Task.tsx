/** What is to be done, and hints one by one. Must not know how goals are judged. */

import type { ReactNode } from "react";
import type { LessonTask } from "@/engine/types";
import { t } from "@/language/words";
import { formatMoment } from "@/model/units";
import shared from "@/ui/exercise.module.css";
import css from "./lessons.module.css";
import type { StepState } from "./machine";
import { Prose } from "./Prose";

interface TaskProps {
  task: LessonTask;
  state: StepState;
  /** The controls that it speaks of. */
  needs: ReactNode;
}

export function Task({ task, state, needs }: TaskProps) {
  const { verdict, hints } = state;
  return (
    <section className={shared.part} aria-label={t("Do")}>
      <h3 tabIndex={-1} data-part="do">
        {t("Do")}
      </h3>
      <div className={css.sentence} data-sentence="">
        <Prose>{task.text}</Prose>
      </div>
      {verdict === "open" && task.by_us !== null && (
        <p className="hint">{t("Until {at} of the run.", { at: formatMoment(task.by_us) })}</p>
      )}
      {hints > 0 && (
        <ol className={shared.hints} aria-label={t("Hints")}>
          {task.hints.slice(0, hints).map((text) => (
            <li key={text}>
              <Prose>{text}</Prose>
            </li>
          ))}
        </ol>
      )}
      {verdict === "open" && needs}
    </section>
  );
}
