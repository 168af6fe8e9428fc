/** The published schemas of scenario and lesson files, each fetched once. */

import { textsOf } from "@/language/speaking";
import { isLessonText } from "@/model/lessonText";
import { type Schema, SchemaBook } from "@/model/schemaBook";

const SCENARIOS = "./schema/scenario.json";
const LESSONS = "./schema/lesson.json";

/** By address; what was fetched, and what is on its way. */
const books = new Map<string, SchemaBook>();
const coming = new Map<string, Promise<SchemaBook | null>>();

/**
 * What a text of this kind may say. Null: it is not here yet, or it could not be fetched; then
 * nothing is completed, and the checking does without it.
 */
export function bookFor(text: string): SchemaBook | null {
  const known = books.get(addressFor(text)) ?? null;
  if (known === null) void bookSoon(text);
  return known;
}

/** The book for a text, once it is here. */
export function bookSoon(text: string): Promise<SchemaBook | null> {
  const address = addressFor(text);
  const soon = coming.get(address) ?? load(address);
  coming.set(address, soon);
  return soon;
}

function addressFor(text: string): string {
  return isLessonText(text) ? LESSONS : SCENARIOS;
}

async function load(address: string): Promise<SchemaBook | null> {
  try {
    const [response] = await Promise.all([fetch(address), textsOf("schema")]);
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
    const book = new SchemaBook((await response.json()) as Schema);
    books.set(address, book);
    return book;
  } catch {
    // The next question asks again.
    coming.delete(address);
    return null;
  }
}
