/**
 * Ways into lessons for the rest of the page; the player itself is fetched with the first. Must not
 * know how lessons are played.
 */

import type { LessonPlace } from "../session";

/** At a step, or where it was left; the run becomes the lesson's. */
export async function openLesson(id: string, step: string | null = null): Promise<void> {
  await (await import("./desk")).lessonDesk.open(id, step);
}

/** The first of the page's list, from its beginning or where it was left. */
export async function openFirstLesson(): Promise<void> {
  await (await import("./desk")).lessonDesk.openFirst();
}

/** A lesson file of the person. Null when it is opened, else a sentence that says why not. */
export async function openLessonText(name: string, text: string): Promise<string | null> {
  return (await import("./desk")).lessonDesk.openText(`file:${name}`, text);
}

/** The open lesson ends; its progress is kept. */
export async function leaveLesson(): Promise<void> {
  (await import("./desk")).lessonDesk.close();
}

/** At a step, with the run that is shown. False when there is no such lesson or step. */
export async function resumeLesson(place: LessonPlace): Promise<boolean> {
  return (await import("./desk")).lessonDesk.resume(place);
}
