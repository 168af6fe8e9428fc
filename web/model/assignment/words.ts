/** What an assignment asks for, in sentences. Pure. */

import { t } from "@/language/words";
import { whenText } from "@/language/written";
import type { Assignment } from "./assignment";

/** In their order: what is done, what is handed in, until when, what may be seen. */
export function askedSentences({ of, due_ms, least, words, hints, seeds }: Assignment): string[] {
  const isLesson = of.kind === "lesson";
  return [
    isLesson
      ? t(
          "Play the lesson and reach {n, plural, one {at least # goal} other {at least # goals}}.",
          {
            n: least,
          },
        )
      : t("Solve the challenge with {n, plural, one {at least # star} other {at least # stars}}.", {
          n: least,
        }),
    words
      ? t("Hand in the file that “Report…” writes, with your own words in it.")
      : t("Hand in the file that “Report…” writes."),
    due_ms === null
      ? t("There is no due date.")
      : t("It is due on {date}.", { date: whenText(due_ms) }),
    ...(isLesson
      ? []
      : [hints ? t("You may look at the hints.") : t("There are no hints in this assignment.")]),
    seeds.length > 0
      ? t("Your run has a seed of your own, which your name gives. It can be solved.")
      : t("Everybody has the same run."),
  ];
}
