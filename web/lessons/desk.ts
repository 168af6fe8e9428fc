/**
 * The page's player of lessons: one for the session, made when it is first asked for. Must not
 * decide anything.
 */

import { pageStore } from "@/session/pageStore";
import { following, makeLink, sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { VariantRuns } from "@/session/variantRuns";
import { LessonDesk } from "./lessonDesk";
import type { TextStorage } from "./progress";

/** Within somebody else's page nothing is kept. */
const NOTHING: TextStorage = { getItem: () => null, setItem: () => {} };

export const lessonDesk = new LessonDesk({
  run: simStore,
  page: pageStore,
  variants: new VariantRuns(makeLink),
  shadow: new VariantRuns(makeLink),
  storage: () => (pageStore.getState().embedded ? NOTHING : localStorage),
  wallMs: () => performance.now(),
  later: (callback, ms) => {
    setTimeout(callback, ms);
  },
  judge: sim.judge,
  read: sim.readLesson,
  open: (source, options) => sim.open(source, { ...options, ofLesson: true }),
  advanceTo: sim.advanceTo,
  act: sim.actAgain,
  setSpeed: sim.setSpeed,
  showView: sim.showView,
  report: sim.report,
  // A goal that is met stops the run by itself: nobody has pressed anything.
  play: () => following.play(),
  pause: () => following.pause(),
  bookmark: sim.addBookmarkAt,
  notify: sim.notify,
});
