/** What was found of reports as a table for other programs. Pure. */

import { t } from "@/language/words";
import type { RunFound } from "@/lessons/report/checking";
import { csvText } from "@/model/csv";
import type { Alike } from "@/model/report/alike";
import type { Reviewed } from "./reviewed";

export interface CheckRow {
  id: number;
  file: string;
  name: string;
  title: string;
  found: Reviewed | null;
  alike: readonly Alike<number>[];
  reason: string;
}

const HEAD = [
  ...["file", "name", "title", "answers_right", "answers", "goals_reached", "goals"],
  ...["reached", "digest", "not_as_reported", "reason"],
  ...["stars", "score", "conditions_met", "conditions", "alike"],
];

export function checksCsv(rows: readonly CheckRow[]): string {
  const lines = rows.map(({ file, name, title, found, reason, alike }) => {
    const goals = found?.goals ?? [];
    const reached = goals.filter((goal) => goal.reached);
    const is = found?.challenge?.is ?? null;
    const conditions = is?.conditions ?? [];
    return [
      ...[file, name, title],
      ...[found?.answers?.right ?? "", found?.answers?.of ?? ""],
      ...(goals.length === 0 ? ["", ""] : [reached.length, goals.length]),
      reached.map(({ id }) => id).join(" "),
      found === null ? "" : sameText(found.run),
      found?.wrong.join(" ") ?? "",
      reason || troubleOf(found),
      ...[is?.stars ?? "", is?.score ?? ""],
      ...(is === null
        ? ["", ""]
        : [conditions.filter(({ holds }) => holds).length, conditions.length]),
      alikeTexts(alike, rows).join(" "),
    ];
  });
  return csvText([HEAD, ...lines]);
}

/** Why something of a report was not checked; "" when all was. */
export function troubleOf(found: Reviewed | null): string {
  return found?.trouble || (found?.challenge?.trouble ?? "");
}

/** Which other reports have the same run, a sentence for each kind of likeness. */
export function alikeTexts(
  alike: readonly Alike<number>[],
  all: readonly Pick<CheckRow, "id" | "file">[],
): string[] {
  const files = (byChance: boolean) =>
    alike
      .filter((one) => one.byChance === byChance)
      .map(({ other }) => all.find(({ id }) => id === other)?.file ?? "")
      .join(t(", "));
  const [copied, chance] = [files(false), files(true)];
  return [
    ...(copied === ""
      ? []
      : [t("The same actions at the same microseconds as in {files}.", { files: copied })]),
    ...(chance === ""
      ? []
      : [
          t("The same actions as in {files}. The run stood still at each, so it may be chance.", {
            files: chance,
          }),
        ]),
  ];
}

export function sameText({ same, why }: RunFound): string {
  switch (same) {
    case "equal":
      return t("equal");
    case "differs":
      return t("not equal");
    case "other_build":
      return t("not equal: another build of the engine made it");
    case "other_scenario":
      return t("not equal: the scenario was changed since");
    case "not_played":
      return t("not played: {why}", { why });
  }
}
