/**
 * Imports in a worker: files of a real cluster become a scenario. What a file means is the lens's.
 */

import type { LensCommand, LensReply, NamedText } from "../lens";
import { loadLens } from "./lens";

export async function imported(
  command: Extract<LensCommand, { type: "import" }>,
): Promise<LensReply> {
  const lens = await loadLens();
  const { files, latencies } = command;
  const answer = lens.imported(names(files), texts(files), names(latencies), texts(latencies));
  return { type: "imported", answer };
}

function names(files: readonly NamedText[]): string[] {
  return files.map(({ name }) => name);
}

function texts(files: readonly NamedText[]): string[] {
  return files.map(({ text }) => text);
}
