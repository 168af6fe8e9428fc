/** The steps of a lesson in a row: which one is shown, which are done. Each leads there. */

import { t, translate } from "@/language/words";
import { cx } from "@/ui/cx";
import css from "./lessons.module.css";
import type { LessonState } from "./machine";

interface StepListProps {
  play: LessonState;
  goTo: (to: number) => void;
}

export function StepList({ play: { lesson, at, steps }, goTo }: StepListProps) {
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
