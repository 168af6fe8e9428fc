/**
 * What was found of reports as a table for other programs. Pure.
 */

import { t } from "@/language/words";
import type { Found, RunFound } from "@/lessons/report/checking";
import { csvText } from "@/model/csv";

/** What of a check is told. */
export interface CheckRow {
  file: string;
  name: string;
  title: string;
  found: Found | null;
  reason: string;
}

const HEAD = [
  ...["file", "name", "title", "answers_right", "answers", "goals_reached", "goals"],
  ...["reached", "digest", "not_as_reported", "reason"],
];

export function checksCsv(rows: readonly CheckRow[]): string {
  const lines = rows.map(({ file, name, title, found, reason }) => {
    const goals = found?.goals ?? [];
    const reached = goals.filter((goal) => goal.reached);
    return [
      ...[file, name, title],
      ...[found?.answers?.right ?? "", found?.answers?.of ?? ""],
      ...(goals.length === 0 ? ["", ""] : [reached.length, goals.length]),
      reached.map(({ id }) => id).join(" "),
      found === null ? "" : sameText(found.run),
      found?.wrong.join(" ") ?? "",
      reason || (found?.trouble ?? ""),
    ];
  });
  return csvText([HEAD, ...lines]);
}

/** How a digest compares, in words. */
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
