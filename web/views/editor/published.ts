/**
 * The published schema of scenario files, fetched once. Must not know who asks.
 */

import { type Schema, SchemaBook } from "./schema";

const ADDRESS = "./schema/scenario.json";

let fetched: Promise<SchemaBook | null> | undefined;

/** Null: it could not be fetched, and nothing is completed; the checking does without it. */
export function publishedSchema(): Promise<SchemaBook | null> {
  fetched ??= load();
  return fetched;
}

async function load(): Promise<SchemaBook | null> {
  try {
    const response = await fetch(ADDRESS);
    if (response.ok) return new SchemaBook((await response.json()) as Schema);
  } catch {
    // The next opening of the editor asks again.
  }
  fetched = undefined;
  return null;
}
