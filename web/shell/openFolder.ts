/** Opens a folder that is dropped on the page: that of a sweep. Fetched when one is. */

import { openRunsFolder } from "@/session/sweeps/sweeps";
import { openDialog } from "./commands/dialogs";
import { filesIn } from "./report/droppedFiles";

/** A sweep's folder has fewer once it is done; of parts there may be many. */
const FILES_MAX = 1_000;

export async function openFolder(folder: FileSystemDirectoryEntry): Promise<void> {
  openDialog("sweeps");
  await openRunsFolder(folder.name, await filesIn(folder, FILES_MAX));
}
