/** Ways into lessons; the player itself is fetched with the first. Must not decide anything. */

import type { LessonPort } from "@/session/ports";

async function fetchPlayer() {
  return (await import("./pageLessons")).lessonPlayer;
}

export const lessonPort: LessonPort = {
  open: async (id, step = null, isHeld = false) => (await fetchPlayer()).open(id, step, isHeld),
  openFirst: async () => (await fetchPlayer()).openFirst(),
  openText: async (name, text) => (await fetchPlayer()).openText(`file:${name}`, text),
  leave: async () => (await fetchPlayer()).close(),
  resume: async (place) => (await fetchPlayer()).resume(place),
};
