/** What every variant of a built-in scenario comes to at its end, untouched. */

import * as v from "valibot";
import { type Fetched, FetchedOnce, fetchText } from "@/model/fetched";
import { readJson } from "@/model/readJson";

const FILE = "./outcomes.json";

const outcomes = v.record(
  v.string(),
  v.record(v.string(), v.union([v.number(), v.string(), v.null()])),
);

/** By scenario and variant: a number in the figure's unit, a verdict, or nothing. */
export type Outcomes = v.InferOutput<typeof outcomes>;

const read = new FetchedOnce<Outcomes>(async (file) => {
  const text = await fetchText(file);
  return text.ok ? readOutcomes(text.value) : text;
});

export function fetchOutcomes(): Promise<Fetched<Outcomes>> {
  return read.of(FILE);
}

export function readOutcomes(text: string): Fetched<Outcomes> {
  return readJson(outcomes, FILE, text);
}
