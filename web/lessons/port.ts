/** Ways into lessons; the player itself is fetched with the first. Must not decide anything. */

import type { LessonPort } from "@/session/ports";

async function fetchDesk() {
  return (await import("./desk")).lessonDesk;
}

export const lessonPort: LessonPort = {
  open: async (id, step = null, isHeld = false) => (await fetchDesk()).open(id, step, isHeld),
  openFirst: async () => (await fetchDesk()).openFirst(),
  openText: async (name, text) => (await fetchDesk()).openText(`file:${name}`, text),
  leave: async () => (await fetchDesk()).close(),
  resume: async (place) => (await fetchDesk()).resume(place),
};
