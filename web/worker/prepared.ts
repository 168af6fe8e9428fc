/**
 * The page's own scenarios as the engine takes them: the build has read their texts. A text that it
 * does not know is for the reader. Must not know what is in the bytes.
 */

import { stampOf } from "@/lib/stamp";
import { type Prepared, preparedOf } from "./simpleActs";

/** The first scenario's, which everybody needs. */
const FIRST = import.meta.glob<string>("../../core/reader/pkg/prepared/first-look.*.run", {
  query: "?url",
  import: "default",
  eager: true,
});

/** What the build made of this text; undefined: it did not, or it cannot be fetched. */
export async function fetchPrepared(text: string): Promise<Prepared | undefined> {
  const end = `.${stampOf(text)}.run`;
  try {
    const address = inFiles(FIRST, end) ?? inFiles((await import("./preparedFiles")).FILES, end);
    if (address === undefined) return undefined;
    const response = await fetch(address);
    return response.ok ? preparedOf(new Uint8Array(await response.arrayBuffer())) : undefined;
  } catch {
    return undefined;
  }
}

function inFiles(files: Record<string, string>, end: string): string | undefined {
  return Object.entries(files).find(([file]) => file.endsWith(end))?.[1];
}
