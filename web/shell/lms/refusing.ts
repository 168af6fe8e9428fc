/** Says once, when the page stands, that the platform does not take what is reported. */

import { challengeStore } from "@/challenges/challengeStore";
import { t } from "@/language/words";
import { lessonStore } from "@/lessons/lessonStore";
import { sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";

let isTold = false;

/** What the launch asked for is there, and its run. */
function stands(): boolean {
  const { play, preparing } = lessonStore.getState();
  const isOpen = play !== null || challengeStore.getState().play !== null;
  return isOpen && !preparing && simStore.getState().world !== null;
}

export function refused(why: string): void {
  if (isTold) return;
  isTold = true;
  const stops: (() => void)[] = [];
  let isOver = false;
  const tell = (): void => {
    if (isOver || !stands()) return;
    isOver = true;
    for (const stop of stops) stop();
    sim.notify(t("The learning platform did not take a report: {why}", { why }), true);
  };
  // Whatever is being done at this moment comes first.
  const later = (): void => void setTimeout(tell);
  stops.push(lessonStore.subscribe(later), challengeStore.subscribe(later));
  stops.push(simStore.subscribe(later));
  later();
}
