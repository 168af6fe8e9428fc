/**
 * Opens a file of the person: a scenario, a lesson or a shared run. Must not know what they mean.
 */

import { isLessonText } from "@/lib/lessonText";
import { isShareFile, SHARE_FILE_BYTES_MAX } from "@/lib/share/share";
import { formatBytes } from "@/lib/units";
import { openEditor } from "@/store/editing/desk";
import { openLessonText } from "@/store/lessons/lessons";
import { SCENARIO_BYTES_MAX } from "@/store/session";
import { sim } from "@/store/simClient";
import { simStore } from "@/store/simStore";
import { isLocked, stageStore } from "@/store/stage";
import { openShareFile } from "./links";

/** Longer than any begin that names a format. */
const BEGIN_BYTES = 200;

export async function openFile(file: File): Promise<void> {
  if (isLocked(stageStore.getState())) return sim.notify("The controls are locked.");
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
  if (isLessonText(text)) {
    const problem = await openLessonText(file.name, text);
    if (problem !== null) sim.reject(file.name, problem, text);
    return;
  }
  const isOpen = await sim.open(
    { kind: "file", name: file.name, text },
    { play: false, eased: true },
  );
  if (isOpen) sim.notify(`${file.name} is open.`, false, { label: "Edit it", take: edit });
}

function edit(): void {
  openEditor();
  const { notice } = simStore.getState();
  if (notice !== null) sim.dismissNotice(notice.id);
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
