/** What is done with the text in the editor: run it, keep it, save it, begin another one. */

import { t } from "@/language/words";
import { type JsonNode, jsonTree, keyOf, valueIn } from "@/model/jsonSpots";
import { isLessonText } from "@/model/lessonText";
import { download } from "../download";
import { writeReplay } from "../lensClient";
import { pageStore } from "../pageStore";
import { lessons } from "../ports";
import type { Session } from "../session";
import { sim } from "../simClient";
import { simStore } from "../simStore";
import { isLocked } from "../stage";
import {
  closeEditor,
  type Draft,
  editorStore,
  isUnkept,
  openEditor,
  type Surface,
} from "./editorStore";
import { freeName, keepOwn, listOwn } from "./shelf";

/** Opens the editor with another text. What was changed and not kept is put aside first. */
export async function editText(name: string, text: string): Promise<void> {
  const { draft } = editorStore.getState();
  if (draft !== null && isUnkept(draft) && draft.text !== text) {
    if (!(await putAside(draft))) return openEditor();
  }
  editorStore.setState({ open: true, draft: { name, text, base: text } });
}

export function draftOfRun({ source, text }: Pick<Session, "source" | "text">): Draft {
  const name = source.kind === "file" ? source.name : `${source.id}.json`;
  return { name, text, base: text };
}

/** What was done by hand, written into the scenario. */
export async function draftWithActions(session: Session): Promise<Draft> {
  const { name } = draftOfRun(session);
  const stem = name.replace(/\.json$/, "");
  // It stands nowhere else, so it counts as changed.
  const text = await writeReplay(session, Number.POSITIVE_INFINITY);
  return { name: t("{stem} with actions.json", { stem }), text, base: "" };
}

/** Another text is edited; what was edited before is the caller's to keep. */
export function takeDraft(draft: Draft): void {
  editorStore.setState({ draft });
}

export function showDraftAs(surface: Surface): void {
  editorStore.setState({ surface });
}

export function changeDraft(changes: Partial<Draft>): void {
  const { draft } = editorStore.getState();
  if (draft !== null) editorStore.setState({ draft: { ...draft, ...changes } });
}

/**
 * Opens a text as the person's own scenario. Seed, variant and speed stay, unless the text itself
 * names others now.
 */
export async function runDraft({ name, text }: Draft): Promise<boolean> {
  if (isLocked(pageStore.getState())) {
    sim.notify(t("The controls are locked."));
    return false;
  }
  if (isLessonText(text)) return runLesson(name, text);
  const { session, speed, playing } = simStore.getState();
  const before = session === null ? undefined : headOf(session.text);
  const after = headOf(text);
  const isKept = (key: keyof Head): boolean => before !== undefined && before[key] === after[key];
  await sim.open(
    { kind: "file", name, text },
    {
      play: playing,
      ...(session !== null && isKept("seed") ? { seed: session.seed } : {}),
      ...(session !== null && after.variants.includes(session.variant)
        ? { variant: session.variant }
        : {}),
    },
  );
  const { session: opened } = simStore.getState();
  const { rejected } = pageStore.getState();
  if (rejected !== null || opened?.text !== text) return false;
  if (isKept("speed")) sim.setSpeed(speed);
  return true;
}

/** The lesson stands where the editor stood. */
async function runLesson(name: string, text: string): Promise<boolean> {
  const problem = await lessons.openText(name, text);
  if (problem === null) closeEditor();
  else sim.notify(problem, true);
  return problem === null;
}

interface Head {
  seed: string | undefined;
  speed: string | undefined;
  variants: string[];
}

/** What a text says of seed, speed and variants, without understanding it. */
function headOf(text: string): Head {
  const head: Head = { seed: undefined, speed: undefined, variants: [] };
  const top = valueIn(jsonTree(text));
  for (const property of top?.getChildren("Property") ?? []) {
    const key = keyOf(text, property);
    const value = property.lastChild;
    if (value === null) continue;
    if (key === "seed" || key === "speed") head[key] = text.slice(value.from, value.to);
    if (key === "variants") head.variants = keysOf(text, value);
  }
  return head;
}

function keysOf(text: string, object: JsonNode): string[] {
  return object.getChildren("Property").flatMap((property) => keyOf(text, property) ?? []);
}

/** On this device, under its name. True when it is. */
export async function keepDraft(draft: Draft): Promise<boolean> {
  const problem = await keepOwn(draft.name, draft.text, Date.now());
  if (problem !== null) {
    sim.notify(problem, true);
    return false;
  }
  // Meanwhile more may have been written.
  changeDraft({ base: draft.text });
  sim.notify(t("{name} is kept on this device.", { name: draft.name }));
  return true;
}

export function saveDraft(draft: Draft): void {
  download(draft.name, draft.text);
  changeDraft({ base: draft.text });
}

/** Keeps what another text takes the place of. False: it could not be kept, and stays. */
export async function putAside(draft: Draft): Promise<boolean> {
  const listed = await listOwn();
  const taken = listed.ok ? listed.scenarios.map(({ name }) => name) : [];
  const name = freeName(draft.name, taken);
  const problem = listed.ok ? await keepOwn(name, draft.text, Date.now()) : listed.message;
  if (problem !== null) {
    const values = { name: draft.name, problem };
    sim.notify(t("{name} has changes that were not kept. {problem}", values), true);
    return false;
  }
  const values = { was: draft.name, name };
  sim.notify(t('Your changes to {was} are under "My scenarios" as {name}.', values));
  return true;
}
