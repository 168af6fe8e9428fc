/** What the gallery's cards say, from the file beside their pictures (web/test/galleryCards.tsx). */

import * as v from "valibot";
import { type Fetched, FetchedOnce, fetchText } from "@/model/fetched";
import { readJson } from "@/model/readJson";

const FOLDER = "./gallery";
const FILE = `${FOLDER}/index.json`;

const cards = v.array(v.object({ id: v.string(), picture: v.string(), sentence: v.string() }));

export type Card = v.InferOutput<typeof cards>[number];

const read = new FetchedOnce<ReadonlyMap<string, Card>>(async (file) => {
  const text = await fetchText(file);
  if (!text.ok) return text;
  const found = readJson(cards, FILE, text.value);
  return found.ok
    ? { ok: true, value: new Map(found.value.map((card) => [card.id, card])) }
    : found;
});

export function fetchCards(): Promise<Fetched<ReadonlyMap<string, Card>>> {
  return read.of(FILE);
}

const drawings = new FetchedOnce<string>(fetchText);

/** A drawing as text; its own colours are left out, since the page's theme has them. */
export async function fetchDrawing(id: string, kind: "" | ".moments" = ""): Promise<string> {
  const text = await drawings.of(`${FOLDER}/${id}${kind}.svg`);
  return text.ok ? text.value.replace(/<style>.*?<\/style>/, "") : "";
}
