/**
 * The page's own scenarios as the engine takes them: the build has read their texts. A text that it
 * does not know is for the reader. Must not know what is in the bytes.
 */

import { stampOf } from "@/lib/stamp";
import { type Prepared, preparedOf } from "./simpleActs";

/** File -> address; files are named by scenario and by the stamp of its text. */
const FILES = import.meta.glob<string>("../../core/reader/pkg/prepared/*.run", {
  query: "?url",
  import: "default",
  eager: true,
});

/** What the build made of this text; undefined: it did not, or it cannot be fetched. */
export async function fetchPrepared(text: string): Promise<Prepared | undefined> {
  const end = `.${stampOf(text)}.run`;
  const found = Object.entries(FILES).find(([file]) => file.endsWith(end));
  if (found === undefined) return undefined;
  try {
    const response = await fetch(found[1]);
    return response.ok ? preparedOf(new Uint8Array(await response.arrayBuffer())) : undefined;
  } catch {
    return undefined;
  }
}
