/**
 * The rows of a comparison as text: figures with their units, differences with their signs, ratios;
 * in the order that somebody chose; and the same as a CSV file. Pure.
 */

import {
  formatBytes,
  formatCount,
  formatDuration,
  formatMoney,
  MINUS,
  threeDigits,
} from "@/lib/units";
import type { Comparison, ComparisonRow } from "@/protocol/engine";

export type Sorting = "group" | "difference";

export interface RowText {
  key: string;
  title: string;
  name: string;
  a: string;
  b: string;
  difference: string;
  ratio: string;
  /** The greatest difference. */
  isLargest: boolean;
  /** Both runs have the same figure. */
  isSame: boolean;
}

/** Rows where either run has something to say, by group or by how far the runs are apart. */
export function rowsOf(comparison: Comparison, sorting: Sorting): RowText[] {
  const rows = comparison.rows.map((row, place) => ({ row, place }));
  const said = rows.filter(({ row }) => (row.a ?? 0) !== 0 || (row.b ?? 0) !== 0);
  if (sorting === "difference") {
    said.sort((x, y) => apart(y.row) - apart(x.row) || x.place - y.place);
  }
  return said.map(({ row, place }) => textOf(row, place === comparison.largest));
}

/** How many times the greater figure is the lesser. */
function apart({ a, b }: ComparisonRow): number {
  if (a === null || b === null) return 1;
  const [least, most] = a < b ? [a, b] : [b, a];
  return least === 0 ? (most === 0 ? 1 : Number.POSITIVE_INFINITY) : most / least;
}

function textOf(row: ComparisonRow, isLargest: boolean): RowText {
  return {
    key: `${row.group} ${row.of ?? ""} ${row.name}`,
    title: row.title,
    name: row.name.replaceAll("_", " "),
    a: figure(row.unit, row.a),
    b: figure(row.unit, row.b),
    difference: signed(row),
    ratio: ratioText(row.ratio),
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
      return formatCount(value);
  }
}

function signed({ unit, difference }: ComparisonRow): string {
  if (difference === null) return "–";
  if (difference === 0) return "0";
  return `${difference > 0 ? "+" : MINUS}${figure(unit, Math.abs(difference))}`;
}

/** "0.004×": what the second run has of the first's. */
export function ratioText(ratio: number | null): string {
  if (ratio === null) return "–";
  if (ratio > 0 && ratio < 0.001) return "< 0.001×";
  if (ratio > 0 && ratio < 0.1) return `${ratio.toPrecision(2)}×`;
  return `${threeDigits(ratio)}×`;
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
