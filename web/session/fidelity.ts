/** The list of published and measured figures, from the file beside the page, checked. */

import * as v from "valibot";
import { textsOf } from "@/language/speaking";
import { type Fetched, fetchText } from "@/model/fetched";
import { readJson } from "@/model/readJson";

const FILE = "./fidelity.json";
const OURS_FILE = "./fidelity-ours.json";

const source = v.object({ id: v.string(), title: v.string(), by: v.string(), year: v.number() });

const row = v.object({
  id: v.string(),
  source: v.string(),
  title: v.string(),
  text: v.string(),
  unit: v.picklist(["us", "per_second", "count", "share", "ratio"]),
  /** `to`: a span was published, and this is its end. */
  published: v.optional(v.object({ text: v.string(), to: v.optional(v.number()) })),
  ours: v.optional(
    v.object({
      scenario: v.string(),
      variant: v.string(),
      metric: v.string(),
      over: v.optional(v.string()),
      seeds: v.optional(v.number()),
    }),
  ),
  band: v.optional(v.object({ at_least: v.number(), at_most: v.number() })),
  standing: v.picklist(["measured", "predicted", "fitted", "not_modelled"]),
  fitted: v.optional(v.array(v.object({ parameter: v.string(), to: v.string() })), []),
  why: v.optional(v.string()),
  measured: v.optional(v.object({ result: v.string(), figure: v.string() })),
});

const list = v.object({ text: v.string(), sources: v.array(source), rows: v.array(row) });

/**
 * By row: what the engine comes to, and as a share of the published, null where 0 was published. Of a
 * median over seeds also the least and the most.
 */
const ours = v.record(
  v.string(),
  v.object({
    value: v.number(),
    ratio: v.nullable(v.number()),
    over_seeds: v.optional(v.object({ least: v.number(), most: v.number() })),
  }),
);

export type FidelityList = v.InferOutput<typeof list>;
export type FidelityOurs = v.InferOutput<typeof ours>;
export type FidelityRow = v.InferOutput<typeof row>;
export type Standing = FidelityRow["standing"];

/** Reads the list's text; what is wrong comes back as a sentence. */
export function readFidelity(text: string): Fetched<FidelityList> {
  return readJson(list, FILE, text);
}

/** Reads what the engine comes to beside it. */
export function readOurs(text: string): Fetched<FidelityOurs> {
  return readJson(ours, OURS_FILE, text);
}

/** The list, and what the engine comes to beside it. */
export async function fetchFidelity(): Promise<
  Fetched<{ list: FidelityList; ours: FidelityOurs }>
> {
  const files = [fetchText(FILE), fetchText(OURS_FILE)] as const;
  const [text, values] = await Promise.all([...files, textsOf("fidelity")]);
  if (!text.ok) return text;
  if (!values.ok) return values;
  const [list, ours] = [readFidelity(text.value), readOurs(values.value)];
  if (!list.ok) return list;
  return ours.ok ? { ok: true, value: { list: list.value, ours: ours.value } } : ours;
}

/** Rows by source, in the order of the sources; sources without a row of this standing are left out. */
export function bySource(
  { sources, rows }: FidelityList,
  standing: Standing | "all",
): { source: FidelityList["sources"][number]; rows: FidelityRow[] }[] {
  return sources
    .map((source) => ({
      source,
      rows: rows.filter(
        (row) => row.source === source.id && (standing === "all" || row.standing === standing),
      ),
    }))
    .filter((group) => group.rows.length > 0);
}
