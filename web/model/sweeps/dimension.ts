/** A column of a sweep's runs as an axis of a picture: a line of numbers, or values. */

import { inUnit } from "../reportFigures";

export type Cell = string | number | boolean | null;

export interface Dimension {
  name: string;
  /** As people read it. */
  label: string;
  kind: "axis" | "figure";
  /** Of each run: its number, or the place of its value in `steps`; NaN where it has none. */
  values: Float64Array;
  /** The values side by side; null on a line of numbers. */
  steps: readonly string[] | null;
  /** Least and greatest of the values; of steps half a step more on both sides. */
  from: number;
  to: number;
}

interface Column {
  name: string;
  label: string;
  kind: Dimension["kind"];
  cells: readonly Cell[];
  /** Values in the order of the sweep file: only texts stand side by side. */
  order?: readonly string[];
}

export function dimensionOf({ name, label, kind, cells, order = [] }: Column): Dimension {
  const isText = cells.some((cell) => cell !== null && typeof cell !== "number");
  const steps = isText ? stepsOf(cells, order) : null;
  const places = new Map(steps?.map((step, place) => [step, place]));
  const values = Float64Array.from(cells, (cell) => {
    if (cell === null) return Number.NaN;
    return typeof cell === "number" && steps === null
      ? cell
      : (places.get(String(cell)) ?? Number.NaN);
  });
  const [from, to] = steps === null ? boundsOf(values) : [-0.5, steps.length - 0.5];
  return { name, label, kind, values, steps, from, to };
}

/** The values that there are, those first whose order the file tells. */
function stepsOf(cells: readonly Cell[], order: readonly string[]): string[] {
  const there = new Set<string>();
  for (const cell of cells) if (cell !== null) there.add(String(cell));
  const known = order.filter((step) => there.delete(step));
  return [...known, ...[...there].toSorted()];
}

function boundsOf(values: Float64Array): [number, number] {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < from) from = value;
    if (value > to) to = value;
  }
  if (from > to) return [0, 1];
  return from === to ? [from - 0.5, to + 0.5] : [from, to];
}

export function valueText({ name, steps }: Dimension, value: number): string {
  if (Number.isNaN(value)) return "–";
  if (steps !== null) return steps[Math.round(value)] ?? "–";
  return inUnit(value, unitOf(name)) ?? "–";
}

/** Reports end the names of figures with their unit, or say that they are of money. */
function unitOf(name: string): string {
  if (name.endsWith("_us")) return "us";
  if (name.endsWith("bytes")) return "bytes";
  return /(^|[._])(usd|money)([._]|$)/.test(name) ? "usd" : "count";
}
