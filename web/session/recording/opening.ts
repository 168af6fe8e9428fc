/** What becomes of a recording: an own scenario, kept, open in the editor, and running. */

import { t } from "@/language/words";
import { changeDraft, editText, runDraft, showDraftAs } from "../editing/drafts";
import { editorStore } from "../editing/editorStore";
import { freeName, keepOwn, listOwn } from "../editing/shelf";
import { sim } from "../simClient";
import { fileNameOf } from "./made";
import { endRecording } from "./recording";

/** False: it does not run; why is said. */
export async function openMade(title: string, text: string): Promise<boolean> {
  const listed = await listOwn();
  const taken = listed.ok ? listed.scenarios.map((own) => own.name) : [];
  const name = freeName(fileNameOf(title), taken);
  const problem = listed.ok ? await keepOwn(name, text, Date.now()) : listed.message;
  endRecording();
  // Beside what runs, whatever was drawn before.
  showDraftAs("text");
  await editText(name, text);
  const { draft } = editorStore.getState();
  if (draft?.text !== text) return false;
  // What could not be kept would be lost: the editor says so.
  if (problem !== null) changeDraft({ base: "" });
  const runs = await runDraft(draft);
  if (!runs) return false;
  const done = t('{name} is kept under "My scenarios" and runs here.', { name });
  sim.notify(problem ?? done, problem !== null);
  return true;
}
