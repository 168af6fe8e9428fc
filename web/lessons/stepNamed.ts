/** Which step of a lesson an address means: by id, by number from 1, or by title. */

import type { Lesson } from "@/engine/types";
import { t, translate } from "@/language/words";

/** Its id; undefined where no step is called so. */
export function stepNamed({ steps }: Pick<Lesson, "steps">, asked: string): string | undefined {
  const title = asked.trim().toLowerCase();
  const found =
    steps.find(({ id }) => id === asked) ??
    (/^\d+$/.test(asked) ? steps[Number(asked) - 1] : undefined) ??
    steps.find((step) =>
      [step.title, translate(step.title)].some((one) => one.toLowerCase() === title),
    );
  return found?.id;
}

/** What was asked and is not there, and what is. */
export function noSuchStep(
  { title, steps }: Pick<Lesson, "title" | "steps">,
  asked: string,
): string {
  const named = steps.map(({ id }, at) => t("{number} or {id}", { number: at + 1, id }));
  const known = named.join(t(", "));
  return t("“{title}” has no step “{asked}”. Its steps: {known}. It begins where it was left.", {
    title: translate(title),
    asked,
    known,
  });
}
