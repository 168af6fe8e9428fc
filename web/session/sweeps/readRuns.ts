/** The runs of a sweep out of their Parquet file, column by column as they are wanted. */

import { parquetMetadata, parquetRead } from "hyparquet";
import * as v from "valibot";
import { t } from "@/language/words";
import { type Cell, type Dimension, dimensionOf } from "@/model/sweeps/dimension";
import { type Objective, type Point, pointsOf } from "@/model/sweeps/points";

const AXIS = "axis.";
const KEYS = ["point", "seed", "digest", "verdict", "kept", "why"];
/** More runs than a page can hold. */
const RUNS_MAX = 1_000_000;
export const RUNS_BYTES_MAX = 1_000_000_000;

const Values = v.union([
  v.array(v.unknown()),
  v.object({ from: v.number(), to: v.number(), step: v.number(), unit: v.optional(v.string()) }),
]);
const Sweep = v.object({
  title: v.string(),
  text: v.optional(v.string()),
  variant: v.optional(v.string()),
  axes: v.array(v.object({ path: v.string(), name: v.optional(v.string()), values: Values })),
  objectives: v.optional(
    v.array(v.object({ figure: v.string(), aim: v.picklist(["minimize", "maximize"]) })),
    [],
  ),
  limits: v.optional(
    v.array(
      v.looseObject({
        figure: v.optional(v.string()),
        at_most: v.optional(v.number()),
        at_least: v.optional(v.number()),
      }),
    ),
    [],
  ),
});
export type SweepFile = v.InferOutput<typeof Sweep>;

export interface Runs {
  name: string;
  sweep: SweepFile;
  scenario: string;
  count: number;
  point: Uint32Array;
  seed: Float64Array;
  digest: readonly string[];
  verdict: readonly string[];
  why: readonly string[];
  kept: Uint8Array;
  axes: readonly Dimension[];
  /** Those of the axes that one meets and does not choose. */
  circumstances: readonly Dimension[];
  /** Of the objectives, in their order, then others that a limit names. */
  figures: readonly Dimension[];
  /** By their numbers. */
  points: readonly Point[];
  objectives: readonly Objective[];
  /** Names of all columns with numbers that a figure can be had of. */
  others: readonly string[];
  figure(name: string): Promise<Dimension>;
}

/** Throws a sentence where the file holds no runs. */
export async function readRuns(name: string, file: ArrayBuffer): Promise<Runs> {
  const metadata = metadataOf(file);
  const note = (key: string): string | undefined =>
    metadata.key_value_metadata?.find((one) => one.key === key)?.value;
  const sweep = sweepOf(note("sweep"));
  const scenario = note("scenario");
  if (scenario === undefined)
    throw new Error(t("Found no scenario in it, expected that of the runs."));
  const fields = metadata.schema.slice(1);
  const names = new Set(fields.map((field) => field.name));
  const lacking = KEYS.filter((key) => key !== "why" && !names.has(key));
  if (lacking.length > 0)
    throw new Error(t("Found no column {names}, expected it.", { names: lacking.join(t(", ")) }));
  const count = Number(metadata.num_rows);
  if (count === 0 || count > RUNS_MAX)
    throw new Error(t("Found {count} runs, expected 1 to {most}.", { count, most: RUNS_MAX }));
  const read = (columns: string[]) => columnsOf(file, metadata, columns);
  const figure = async (column: string): Promise<Dimension> => {
    const cells = (await read([column])).get(column) ?? [];
    return dimensionOf({ name: column, label: column, kind: "figure", cells });
  };
  const objectives = sweep.objectives.filter((one) => names.has(one.figure));
  const limited = sweep.limits.flatMap((one) => (one.figure === undefined ? [] : [one.figure]));
  const asked = [...new Set([...objectives.map((one) => one.figure), ...limited])];
  const columns = await read(
    [...KEYS, ...names].filter((key) => KEYS.includes(key) || key.startsWith(AXIS)),
  );
  const cells = (key: string): readonly Cell[] => columns.get(key) ?? [];
  const point = Uint32Array.from(cells("point"), Number);
  const kept = Uint8Array.from(cells("kept"), Number);
  const seed = Float64Array.from(cells("seed"), Number);
  const figures = await Promise.all(asked.filter((one) => names.has(one)).map(figure));
  const seeds = mostRuns(point);
  const axes = axesOf(sweep, cells, unitsOf(note("units")));
  const met = circumstancesOf(note("circumstances"));
  const circumstances = axes.filter(({ label }) => met.includes(label));
  const numbers = fields.filter((field) => field.type === "DOUBLE" && !field.name.startsWith(AXIS));
  return {
    name,
    sweep,
    scenario,
    count,
    point,
    seed,
    digest: texts(cells("digest")),
    verdict: texts(cells("verdict")),
    why: texts(cells("why")),
    kept,
    axes,
    circumstances,
    figures,
    points: pointsOf(
      { points: point, kept, seeds },
      figures.slice(0, objectives.length),
      objectives,
      circumstances,
    ),
    objectives,
    others: numbers.map((field) => field.name).filter((one) => !asked.includes(one)),
    figure,
  };
}

/** The values that a run's scenario has, as `--set` takes them, and its variant. */
export function settingsOf(
  { sweep, axes }: Pick<Runs, "sweep" | "axes">,
  run: number,
): { set: string[]; variant: string; label: string } {
  let variant = sweep.variant ?? "";
  const set: string[] = [];
  const label: string[] = [];
  for (const [place, { path }] of sweep.axes.entries()) {
    const axis = axes[place];
    const value = axis?.values[run];
    if (axis === undefined || value === undefined || Number.isNaN(value)) continue;
    const words = axis.steps?.[value] ?? String(value);
    if (path === "variant") variant = words;
    else set.push(`${path}=${words}`);
    label.push(`${axis.label} ${words}`);
  }
  return { set, variant, label: label.join(", ") };
}

function metadataOf(file: ArrayBuffer) {
  try {
    return parquetMetadata(file);
  } catch {
    throw new Error(t("Found no Parquet file, expected runs.parquet of a sweep."));
  }
}

function sweepOf(text: string | undefined): SweepFile {
  if (text === undefined)
    throw new Error(
      t("Found no sweep in its metadata, expected a file that raft-atlas sweep wrote."),
    );
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Sweep), text);
  if (parsed.success) return parsed.output;
  throw new Error(
    t("The sweep that it names cannot be read: {problem}", { problem: parsed.issues[0].message }),
  );
}

/** Names of axes; files of earlier versions do not tell them. */
function circumstancesOf(text = "[]"): string[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.array(v.string())), text);
  return parsed.success ? parsed.output : [];
}

/** Units by columns; files of earlier versions keep quantities as texts. */
function unitsOf(text = "{}"): Record<string, string> {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
    text,
  );
  return parsed.success ? parsed.output : {};
}

type Metadata = ReturnType<typeof metadataOf>;

async function columnsOf(
  file: ArrayBuffer,
  metadata: Metadata,
  names: string[],
): Promise<Map<string, Cell[]>> {
  const count = Number(metadata.num_rows);
  const found = new Map(names.map((name) => [name, new Array<Cell>(count).fill(null)]));
  const there = names.filter((name) => metadata.schema.some((field) => field.name === name));
  await parquetRead({
    file,
    metadata,
    columns: there,
    onChunk: ({ columnName, columnData, rowStart }) => {
      const cells = found.get(columnName);
      if (cells === undefined) return;
      for (let row = 0; row < columnData.length; row++)
        cells[rowStart + row] = cellOf(columnData[row]);
    },
  });
  return found;
}

function cellOf(value: unknown): Cell {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  return null;
}

function axesOf(
  sweep: SweepFile,
  cells: (key: string) => readonly Cell[],
  units: Record<string, string>,
): Dimension[] {
  return sweep.axes.map(({ path, name: label = path, values }) => {
    const name = `${AXIS}${label}`;
    const unit = units[name];
    const all = unit === undefined ? cells(name) : cells(name).map((cell) => withUnit(cell, unit));
    const isListed = Array.isArray(values) && unit === undefined;
    const order = isListed ? values.map(wordsOf) : byNumber(all);
    return dimensionOf({ name, label, kind: "axis", cells: all, order });
  });
}

/** A quantity as `--set` takes it: values of an axis stand side by side. */
function withUnit(cell: Cell, unit: string): Cell {
  return typeof cell === "number" ? `${cell}${unit}` : cell;
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function byNumber(cells: readonly Cell[]): string[] {
  const there = [...new Set(cells.filter((cell) => typeof cell === "string"))];
  return there.toSorted((a, b) => Number.parseFloat(a) - Number.parseFloat(b));
}

function texts(cells: readonly Cell[]): string[] {
  return cells.map((cell) => (cell === null ? "" : String(cell)));
}

/** Every point has as many runs as there are seeds, once a sweep is done. */
function mostRuns(point: Uint32Array): number {
  const counts = new Map<number, number>();
  let most = 0;
  for (const one of point) {
    const next = (counts.get(one) ?? 0) + 1;
    counts.set(one, next);
    if (next > most) most = next;
  }
  return most;
}
