/**
 * What was found of reports as a table for other programs. A text that a spreadsheet would take for a
 * formula is written so that it does not. Pure.
 */

import { t } from "@/language/words";
import type { Found, RunFound } from "@/lessons/report/checking";

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
  return [HEAD, ...lines].map((line) => `${line.map(cell).join(",")}\r\n`).join("");
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

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const inert = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
