/** The lessons that play a scenario: each opens its lesson. */

import { t, translate } from "@/language/words";
import { lessons as ways } from "@/session/ports";
import type { LessonUse } from "@/session/scenarioList";
import { pressed } from "@/session/trying";
import { Button } from "@/ui/Button";
import css from "./story.module.css";

interface LessonUsesProps {
  lessons: readonly LessonUse[];
  onOpen?: (() => void) | undefined;
}

export function LessonUses({ lessons, onOpen }: LessonUsesProps) {
  if (lessons.length === 0) return null;
  return (
    <p className={css.uses}>
      {lessons.map(({ id, number, title }) => (
        <Button
          key={id}
          small
          kind="quiet"
          onClick={() => {
            onOpen?.();
            pressed(() => ways.open(id));
          }}
        >
          {t("Lesson {number} uses this: {title}", { number, title: translate(title) })}
        </Button>
      ))}
    </p>
  );
}
