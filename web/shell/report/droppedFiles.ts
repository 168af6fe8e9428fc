/** The files that are dropped, those in folders too. Must not know what is in them. */

/** Folders within folders: deeper ones are left out. */
const DEPTH_MAX = 5;

/** The files of a folder, and of those in it. */
export async function filesIn(folder: FileSystemDirectoryEntry, most: number): Promise<File[]> {
  const found: File[] = [];
  await collect(folder, found, most, 0);
  return found;
}

/** No more than so many. */
export async function droppedFiles(data: DataTransfer, most: number): Promise<File[]> {
  // What was dropped is there only until the event is over.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...data.files];
  const found: File[] = [];
  for (const [at, entry] of entries.entries()) {
    const file = plain[at];
    if (entry?.isDirectory === true)
      await collect(entry as FileSystemDirectoryEntry, found, most, 0);
    else if (file !== undefined) found.push(file);
  }
  return found;
}

async function collect(
  folder: FileSystemDirectoryEntry,
  found: File[],
  most: number,
  depth: number,
): Promise<void> {
  const reader = folder.createReader();
  const batch = () =>
    new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
  for (let entries = await batch(); entries.length > 0; entries = await batch()) {
    for (const entry of entries) {
      if (found.length > most) return;
      if (entry.isDirectory && depth < DEPTH_MAX)
        await collect(entry as FileSystemDirectoryEntry, found, most, depth + 1);
      else if (entry.isFile) found.push(await fileOf(entry as FileSystemFileEntry));
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((done, fail) => entry.file(done, fail));
}
