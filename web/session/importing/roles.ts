/** What a file is to an import: of a cluster, or of measured round trips, as the lens decides. */

import type { ImportAnswer, NamedText } from "@/engine/lens";

export type FileRole = "cluster" | "latency";

/** Asks the lens. */
export type Ask = (
  files: readonly NamedText[],
  latencies: readonly NamedText[],
) => Promise<ImportAnswer>;

/** Any pair: whether a file is a measurement does not depend on where it was taken. */
const ANY_PAIR = "a:b=";

/** A file that is sound in itself may still lack others: that is told of no single file. */
function isSound({ complaints }: ImportAnswer): boolean {
  return complaints.every(({ spot }) => spot === null);
}

/** Null: it is neither, or has a mistake. */
async function soundRole({ name, text }: NamedText, ask: Ask): Promise<FileRole | null> {
  if (isSound(await ask([{ name, text }], []))) return "cluster";
  // Without a number the lens finds nothing wrong with it, but it measures nothing either.
  if (!/\d/.test(text)) return null;
  return isSound(await ask([], [{ name: ANY_PAIR + name, text }])) ? "latency" : null;
}

/** What a file is taken for that a person gives to an import. */
export async function roleOf(file: NamedText, ask: Ask): Promise<FileRole> {
  return (await soundRole(file, ask)) ?? "cluster";
}

/**
 * Whether a file is one for an import, also where a line of it is wrong. A text that should be JSON and
 * cannot be read is not: scenarios are JSON too, and their reader names the place.
 */
export async function isForImport(file: NamedText, ask: Ask): Promise<boolean> {
  if ((await soundRole(file, ask)) !== null) return true;
  if (/^\s*[[{]/.test(file.text) && !isJson(file.text)) return false;
  const { complaints } = await ask([file], []);
  return complaints.some(({ spot }) => spot !== null && spot.line > 0);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
