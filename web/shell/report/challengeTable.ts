/** What a run comes to as a solution of a challenge, as a table on paper. Pure. */

import { t, translate } from "@/language/words";
import type { ReportedChallenge } from "@/model/report/report";
import type { FigureTable } from "./figures";

export function challengeTable(of: ReportedChallenge): FigureTable {
  const { title, solved, stars, label, score, conditions } = of;
  return {
    title: t("Challenge: {title}", { title: translate(title) }),
    head: ["", t("this run")],
    rows: [
      [t("Result"), solved ? t("solved") : t("not solved")],
      [t("Stars"), t("{done} of {all}", { done: stars, all: 3 })],
      [translate(label), translate(score)],
      ...conditions.map(({ text, holds }) => [
        translate(text),
        holds ? t("holds") : t("does not hold"),
      ]),
    ],
  };
}
