/**
 * The published schemas of scenario and lesson files, each fetched once. Must not know who asks.
 */

import { isLessonText } from "@/model/lessonText";
import { type Schema, SchemaBook } from "@/model/schemaBook";

const SCENARIOS = "./schema/scenario.json";
const LESSONS = "./schema/lesson.json";

/** By address; null: on its way. */
const books = new Map<string, SchemaBook | null>();

/**
 * What a text of this kind may say. Null: it is not here yet, or it could not be fetched; then
 * nothing is completed, and the checking does without it.
 */
export function bookFor(text: string): SchemaBook | null {
  const address = isLessonText(text) ? LESSONS : SCENARIOS;
  const known = books.get(address);
  if (known !== undefined) return known;
  books.set(address, null);
  void load(address);
  return null;
}

async function load(address: string): Promise<void> {
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    books.set(address, new SchemaBook((await response.json()) as Schema));
  } catch {
    // The next question asks again.
    books.delete(address);
  }
}
