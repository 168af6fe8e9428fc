/** Goes on with a session that was kept, and with the lesson that was played in it. */

import { t } from "@/language/words";
import { pageStore } from "@/session/pageStore";
import { lessons } from "@/session/ports";
import { sim } from "@/session/simClient";
import { isLocked } from "@/session/stage";
import { forgetLink } from "./links";

export async function goOnWith(id: string): Promise<void> {
  if (isLocked(pageStore.getState())) return sim.notify(t("The controls are locked."));
  forgetLink();
  if (pageStore.getState().lesson !== null) await lessons.leave();
  if (!(await sim.takeUp(id))) return;
  const { lesson } = pageStore.getState();
  if (lesson !== null) await lessons.resume(lesson);
}
