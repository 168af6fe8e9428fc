/**
 * Opens a scenario from a file of the person. Must not know what a scenario means.
 */

import { isShareFile, SHARE_FILE_BYTES_MAX } from "@/lib/share/share";
import { formatBytes } from "@/lib/units";
import { SCENARIO_BYTES_MAX } from "@/store/session";
import { sim } from "@/store/simClient";
import { openShareFile } from "./links";

/** Longer than any begin that names a format. */
const BEGIN_BYTES = 200;

export async function openFile(file: File): Promise<void> {
  if (isShareFile(await beginOf(file))) return openShared(file);
  if (file.size > SCENARIO_BYTES_MAX) {
    sim.reject(
      file.name,
      `The file has ${formatBytes(file.size)}; a scenario has at most ${formatBytes(SCENARIO_BYTES_MAX)}.`,
    );
    return;
  }
  let text: string;
  try {
    text = await file.text();
  } catch {
    sim.reject(file.name, "The file could not be read.");
    return;
  }
  await sim.open({ kind: "file", name: file.name, text }, { play: false });
}

async function beginOf(file: File): Promise<string> {
  try {
    return await file.slice(0, BEGIN_BYTES).text();
  } catch {
    return "";
  }
}

async function openShared(file: File): Promise<void> {
  if (file.size > SHARE_FILE_BYTES_MAX) {
    const most = formatBytes(SHARE_FILE_BYTES_MAX);
    sim.reject(
      file.name,
      `The file has ${formatBytes(file.size)}; a shared run has at most ${most}.`,
    );
    return;
  }
  await openShareFile(await file.text());
}
