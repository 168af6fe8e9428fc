/** The rows of a comparison as text, in the order that somebody chose, and as a CSV file. */

import type { Comparison, ComparisonRow } from "@/engine/types";
import { translate } from "@/language/words";
import { ratioText } from "@/model/ratio";
import { formatBytes, formatCount, formatDuration, formatMoney, MINUS } from "@/model/units";

export type Sorting = "group" | "telling";

export interface RowText {
  key: string;
  title: string;
  name: string;
  a: string;
  b: string;
  difference: string;
  ratio: string;
  /** There is something to be a part of: the first run has any. */
  hasRatio: boolean;
  isLargest: boolean;
  isSame: boolean;
}

/** Rows where either run has something to say, by group or as the engine ranks them. */
export function rowsOf(comparison: Comparison, sorting: Sorting): RowText[] {
  const { rows, ranks, largest } = comparison;
  const places = sorting === "telling" ? ranks : rows.map((_, place) => place);
  return places.flatMap((place) => {
    const row = rows[place];
    const isSaid = row !== undefined && ((row.a ?? 0) !== 0 || (row.b ?? 0) !== 0);
    return isSaid ? [textOf(row, place === largest)] : [];
  });
}

/** The figure that the scenario is about; undefined where it names none. */
export function proofOf({ rows, proof, largest }: Comparison): RowText | undefined {
  const row = proof === null ? undefined : rows[proof];
  return row && textOf(row, proof === largest);
}

function textOf(row: ComparisonRow, isLargest: boolean): RowText {
  return {
    key: `${row.group} ${row.of ?? ""} ${row.name}`,
    title: row.title,
    name: translate(row.name.replaceAll("_", " ")),
    a: figure(row.unit, row.a),
    b: figure(row.unit, row.b),
    difference: signed(row),
    ratio: ratioText(row.ratio),
    hasRatio: row.ratio !== null,
    isLargest,
    isSame: row.difference === 0,
  };
}

function figure(unit: ComparisonRow["unit"], value: number | null): string {
  if (value === null) return "–";
  switch (unit) {
    case "bytes":
      return formatBytes(value);
    case "usd":
      return formatMoney(value);
    case "us":
      return formatDuration(value);
    case "count":
    case "ratio":
    case "percent":
      return formatCount(value);
  }
}

function signed({ unit, difference }: ComparisonRow): string {
  if (difference === null) return "–";
  if (difference === 0) return "0";
  return `${difference > 0 ? "+" : MINUS}${figure(unit, Math.abs(difference))}`;
}

/** The raw figures, one line for each: bytes, dollars, µs, counts. */
export function csvOf(comparison: Comparison, titles: readonly [string, string]): string {
  const head = ["group", "of", "name", "unit", titles[0], titles[1], "difference", "ratio"];
  const lines = comparison.rows.map(({ group, of, name, unit, a, b, difference, ratio }) =>
    [group, of ?? "", name, unit, a, b, difference, ratio].map(cell).join(","),
  );
  return `${[head.map(cell).join(","), ...lines].join("\n")}\n`;
}

function cell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
