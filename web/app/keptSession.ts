/**
 * Goes on with a session that was kept, and with the lesson that was played in it. Must not know
 * where it was kept.
 */

import { leaveLesson, resumeLesson } from "@/store/lessons/lessons";
import { sim } from "@/store/simClient";
import { simStore } from "@/store/simStore";
import { isLocked, stageStore } from "@/store/stage";
import { forgetLink } from "./links";

export async function goOnWith(id: string): Promise<void> {
  if (isLocked(stageStore.getState())) return sim.notify("The controls are locked.");
  forgetLink();
  if (simStore.getState().lesson !== null) await leaveLesson();
  if (!(await sim.takeUp(id))) return;
  const { lesson } = simStore.getState();
  if (lesson !== null) await resumeLesson(lesson);
}
