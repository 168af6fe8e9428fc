/** What a run comes to as a solution of a challenge, as a table on paper. Pure. */

import { t, told } from "@/language/words";
import type { ReportedChallenge } from "@/model/report/report";
import type { FigureTable } from "./figures";

export function challengeTable(of: ReportedChallenge): FigureTable {
  const { title, solved, stars, label, score, conditions } = of;
  return {
    title: t("Challenge: {title}", { title: told(title) }),
    head: ["", t("this run")],
    rows: [
      [t("Result"), solved ? t("solved") : t("not solved")],
      [t("Stars"), t("{done} of {all}", { done: stars, all: 3 })],
      [told(label), told(score)],
      ...conditions.map(({ text, holds }) => [told(text), holds ? t("holds") : t("does not hold")]),
    ],
  };
}
