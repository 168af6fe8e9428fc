/** The page's import, and what becomes of the scenario that it makes. */

import { startLensWorker } from "@/engine/workers";
import { adviceFormOf } from "@/model/importing/adviceForm";
import { openForm } from "../advice/advice";
import { editText } from "../editing/drafts";
import { openBuilder } from "../editing/editorStore";
import { sim } from "../simClient";
import { Importer } from "./importer";

export type { GivenFile } from "./importer";

export const importer = new Importer(() => startLensWorker());

export interface ImportedFile {
  name: string;
  text: string;
  /** Whose cluster it is. */
  system: string;
}

/** Null: there is none, or it is of what was given before. */
export function importedFile(): ImportedFile | null {
  const { answer, isFresh } = importer.store.getState();
  const { scenario: text = null, system = null } = answer ?? {};
  if (!isFresh || text === null || system === null) return null;
  return { name: `${system.toLowerCase()}-cluster.json`, text, system };
}

/** False: it was refused. */
export function openAsRun({ name, text }: ImportedFile): Promise<boolean> {
  return sim.open({ kind: "file", name, text }, { play: false, eased: true });
}

/** What was changed in the editor and not kept is put aside first. */
export async function openInBuilder({ name, text }: ImportedFile): Promise<void> {
  await editText(name, text);
  openBuilder();
}

/** The network in a form of advice. */
export function openAsForm(file: ImportedFile): Promise<void> {
  return openForm(new File([adviceFormOf(file.text, file.system)], file.name));
}
