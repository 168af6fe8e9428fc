/** Opens files of the person, of every kind that the page reads. */

import { t } from "@/language/words";
import { isAdviceText, isLessonText, isScenarioText } from "@/model/lessonText";
import { isShareFile, SHARE_FILE_BYTES_MAX } from "@/model/share/share";
import { formatBytes } from "@/model/units";
import { openEditor } from "@/session/editing/editorStore";
import { pageStore } from "@/session/pageStore";
import { lessons } from "@/session/ports";
import { SCENARIO_BYTES_MAX } from "@/session/session";
import { sim } from "@/session/simClient";
import { isLocked } from "@/session/stage";
import { openDialog } from "./commands/dialogs";
import { openShareFile } from "./links";

/** Longer than any begin that names a format. */
const BEGIN_BYTES = 200;

/** Of several files those of a cluster belong together, or of a log; else the first is opened. */
export async function openFiles(files: readonly File[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  if (files.length === 1 || isLocked(pageStore.getState())) return openFile(first);
  if (await openTrace(files)) return;
  if (!(await areOfCluster(files))) return openFile(first);
  await openImport(files);
}

async function areOfCluster(files: readonly File[]): Promise<boolean> {
  for (const file of files) {
    if (file.size > SCENARIO_BYTES_MAX) return false;
    if (!(await isOfCluster(file.name, await file.text().catch(() => "")))) return false;
  }
  return true;
}

export async function openFile(file: File): Promise<void> {
  if (isLocked(pageStore.getState())) return sim.notify(t("The controls are locked."));
  if (file.name.endsWith(".parquet")) return openRuns(file);
  if (isShareFile(await beginOf(file))) return openShared(file);
  if (await openTrace([file])) return;
  if (file.size > SCENARIO_BYTES_MAX) {
    sim.reject(
      file.name,
      t("The file has {size}; a scenario has at most {most}.", {
        size: formatBytes(file.size),
        most: formatBytes(SCENARIO_BYTES_MAX),
      }),
    );
    return;
  }
  let text: string;
  try {
    text = await file.text();
  } catch {
    sim.reject(file.name, t("The file could not be read."));
    return;
  }
  if (isAdviceText(text)) return openAdvice(file);
  if (isLessonText(text)) {
    const problem = await lessons.openText(file.name, text);
    if (problem !== null) sim.reject(file.name, problem, text);
    return;
  }
  if (await isOfCluster(file.name, text)) return openImport([file]);
  const isOpen = await sim.open(
    { kind: "file", name: file.name, text },
    { play: false, eased: true },
  );
  if (isOpen)
    sim.notify(t("{name} is open.", { name: file.name }), false, {
      label: t("Edit it"),
      take: edit,
    });
}

async function openRuns(file: File): Promise<void> {
  const { openRunsFile } = await import("@/session/sweeps/sweeps");
  openDialog("sweeps");
  await openRunsFile(file);
}

async function openAdvice(file: File): Promise<void> {
  const { openForm } = await import("@/session/advice/advice");
  openDialog("advice");
  await openForm(file);
}

/** A text that names its format is one of ours; of others the lens knows. */
async function isOfCluster(name: string, text: string): Promise<boolean> {
  if (isScenarioText(text) || isLessonText(text) || isAdviceText(text)) return false;
  try {
    const { importer } = await import("@/session/importing/importing");
    return await importer.isFor(name, text);
  } catch {
    // What asks the lens could not be fetched: it is a file as any other.
    return false;
  }
}

/** Histories and logs may be larger than any scenario. False: they are something else. */
async function openTrace(files: readonly File[]): Promise<boolean> {
  const { traceKindOfFiles, traces } = await import("@/session/traces/traces");
  const kind = await traceKindOfFiles(files);
  if (kind === null) return false;
  openDialog("import");
  await traces.open(files, kind);
  return true;
}

async function openImport(files: readonly File[]): Promise<void> {
  const { importer } = await import("@/session/importing/importing");
  const { traces } = await import("@/session/traces/traces");
  traces.close();
  openDialog("import");
  await importer.add(files);
}

function edit(): void {
  openEditor();
  const { notice } = pageStore.getState();
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
      t("The file has {size}; a shared run has at most {most}.", {
        size: formatBytes(file.size),
        most,
      }),
    );
    return;
  }
  await openShareFile(await file.text());
}
