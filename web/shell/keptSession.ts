/**
 * Goes on with a session that was kept, and with the lesson that was played in it. Must not know
 * where it was kept.
 */

import { t } from "@/language/words";
import { lessons } from "@/session/provided";
import { sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { isLocked, stageStore } from "@/session/stage";
import { forgetLink } from "./links";

export async function goOnWith(id: string): Promise<void> {
  if (isLocked(stageStore.getState())) return sim.notify(t("The controls are locked."));
  forgetLink();
  if (simStore.getState().lesson !== null) await lessons.leave();
  if (!(await sim.takeUp(id))) return;
  const { lesson } = simStore.getState();
  if (lesson !== null) await lessons.resume(lesson);
}
