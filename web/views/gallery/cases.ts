/** The track record's list, from a file beside its scenarios. */

import * as v from "valibot";
import { textsOf } from "@/language/speaking";
import { msg } from "@/language/words";
import { type Fetched, fetchText } from "@/model/fetched";
import { readJson } from "@/model/readJson";

const FILE = "./field/index.json";

/** What came of a report, as people call it. */
export const STANDINGS = {
  reproduced: msg("Reproduced"),
  explained: msg("Explained"),
  refuted: msg("Refuted here"),
  "not-modelled": msg("Not modelled"),
} as const;

const standing = v.picklist(["reproduced", "explained", "refuted", "not-modelled"]);
const side = v.object({ variant: v.string(), text: v.string() });
const list = v.array(
  v.object({
    number: v.number(),
    reports: v.array(v.string()),
    title: v.string(),
    standing,
    why: v.string(),
    scenario: v.optional(v.string()),
    breaks: v.optional(side),
    holds: v.optional(side),
  }),
);

export type Case = v.InferOutput<typeof list>[number];
type Side = v.InferOutput<typeof side>;

export async function fetchCases(): Promise<Fetched<Case[]>> {
  const [text] = await Promise.all([fetchText(FILE), textsOf("field")]);
  return text.ok ? readJson(list, FILE, text.value) : text;
}

/** Where a side of a case opens: at the instant that its scenario names. */
export function hrefOf(scenario: string, { variant }: Side): string {
  const query = new URLSearchParams({ scenario, variant });
  return `../?${query}`;
}
