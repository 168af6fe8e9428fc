/** Lessons as the gallery's cards tell of them, with what was finished on this device. */

import { keeps } from "@/session/keep/storage";
import type { LessonEntry } from "@/views/gallery/finding";
import { fetchLessons, type ListedLesson } from "./catalog";
import { loadProgress, type Progress } from "./progress";
import { visitStorage } from "./visitStorage";

/** None where the list cannot be fetched: the gallery does without. */
export async function lessonCards(): Promise<readonly LessonEntry[]> {
  const list = await fetchLessons();
  if (!list.ok) return [];
  const { progress } = loadProgress(() => (keeps() ? localStorage : visitStorage));
  return cardsOf(list.value, progress);
}

export function cardsOf(list: readonly ListedLesson[], progress: Progress): LessonEntry[] {
  return list.map(({ id, title, text, topics, minutes, steps, kind, scenarios, picture }) => ({
    id,
    title,
    text,
    topics,
    minutes,
    steps,
    isStory: kind === "story",
    isDone: progress[id]?.done === true,
    picture: picture ?? scenarios[0] ?? "",
  }));
}
