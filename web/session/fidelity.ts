/**
 * The list of published and measured figures and of what becomes of each in this engine, from the file beside
 * the page. Checked as it is read; must not know how it is shown.
 */

import * as v from "valibot";
import { textsOf } from "@/language/speaking";
import { t } from "@/language/words";
import { type Fetched, fetchText } from "@/model/fetched";

const FILE = "./fidelity.json";

const source = v.object({ id: v.string(), title: v.string(), by: v.string(), year: v.number() });

const row = v.object({
  id: v.string(),
  source: v.string(),
  title: v.string(),
  text: v.string(),
  unit: v.string(),
  published: v.optional(v.object({ text: v.string() })),
  ours: v.optional(
    v.object({
      scenario: v.string(),
      variant: v.string(),
      metric: v.string(),
      over: v.optional(v.string()),
    }),
  ),
  band: v.optional(v.object({ at_least: v.number(), at_most: v.number() })),
  standing: v.picklist(["measured", "predicted", "fitted", "not_modelled"]),
  fitted: v.optional(v.array(v.object({ parameter: v.string(), to: v.string() })), []),
  why: v.optional(v.string()),
  measured: v.optional(v.object({ result: v.string(), figure: v.string() })),
});

const list = v.object({ text: v.string(), sources: v.array(source), rows: v.array(row) });

export type FidelityList = v.InferOutput<typeof list>;
export type FidelityRow = v.InferOutput<typeof row>;
export type Standing = FidelityRow["standing"];

/** Reads the list's text; what is wrong comes back as a sentence. */
export function readFidelity(text: string): Fetched<FidelityList> {
  try {
    const read = v.safeParse(list, JSON.parse(text));
    if (read.success) return { ok: true, value: read.output };
    const [issue] = read.issues;
    const place = v.getDotPath(issue) ?? t("the file");
    return { ok: false, message: `${FILE}, ${place}: ${issue.message}` };
  } catch {
    return { ok: false, message: t("{file} is not JSON.", { file: FILE }) };
  }
}

export async function fetchFidelity(): Promise<Fetched<FidelityList>> {
  const [text] = await Promise.all([fetchText(FILE), textsOf("fidelity")]);
  return text.ok ? readFidelity(text.value) : text;
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
