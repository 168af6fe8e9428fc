/** Files or a folder dropped anywhere on the page are opened. Must not know what they are of. */

import { useEffect, useState } from "react";
import { pageStore } from "@/session/pageStore";
import { isLocked } from "@/session/stage";
import { pressed } from "@/session/trying";

/** True while a file hovers over the page. */
export function useDrop(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const onDrag = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(!isLocked(pageStore.getState()));
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      // The page is not left for a file where none may be opened.
      if (isLocked(pageStore.getState())) return;
      const entry = event.dataTransfer?.items[0]?.webkitGetAsEntry();
      if (entry?.isDirectory === true) {
        pressed(() => openFolder(entry as FileSystemDirectoryEntry));
        return;
      }
      // The event forgets them.
      const files = [...(event.dataTransfer?.files ?? [])];
      pressed(() => open(files));
    };
    window.addEventListener("dragover", onDrag);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onDrag);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("drop", onDrop);
    };
  }, []);
  return over;
}

/** Fetched with the first file. */
async function open(files: File[]): Promise<void> {
  const { openFiles } = await import("./openFile");
  await openFiles(files);
}

async function openFolder(folder: FileSystemDirectoryEntry): Promise<void> {
  const opening = await import("./openFolder");
  await opening.openFolder(folder);
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") === true;
}
