/** Files of others in a worker: a cluster becomes a scenario, histories and logs are read. */

import type { LensCommand, LensReply, NamedText } from "../lens";
import { readClockLog } from "./clockLog";
import { loadLens } from "./lens";

export async function imported(
  command: Extract<LensCommand, { type: "import" }>,
): Promise<LensReply> {
  const lens = await loadLens();
  const { files, latencies } = command;
  const answer = lens.imported(names(files), texts(files), names(latencies), texts(latencies));
  return { type: "imported", answer };
}

/** Steps of the search for an order of each key, and work for the smallest part: some seconds. */
const STEPS_MAX = 3_000_000;
const WORK_MAX = 1_500_000;

export async function judged({
  files,
}: Extract<LensCommand, { type: "history" }>): Promise<LensReply> {
  const { judged_history } = await loadLens();
  const answer = judged_history(names(files), texts(files), STEPS_MAX, WORK_MAX);
  return { type: "judged", answer };
}

export async function readRoles({
  files,
}: Extract<LensCommand, { type: "roles" }>): Promise<LensReply> {
  const { role_log } = await loadLens();
  return { type: "roles", log: role_log(names(files), texts(files)) };
}

export function readClocks(command: Extract<LensCommand, { type: "clocks" }>): LensReply {
  return { type: "clocks", log: readClockLog(command.text, command.execution) };
}

function names(files: readonly NamedText[]): string[] {
  return files.map(({ name }) => name);
}

function texts(files: readonly NamedText[]): string[] {
  return files.map(({ text }) => text);
}
