/** The page's player of lessons: one for the session, made when it is first asked for. */

import { keeps } from "@/session/keep/storage";
import { pageStore } from "@/session/pageStore";
import { following, makeLink, sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { VariantRuns } from "@/session/variantRuns";
import { LessonPlayer } from "./lessonPlayer";
import { visitStorage } from "./visitStorage";

export const lessonPlayer = new LessonPlayer({
  run: simStore,
  page: pageStore,
  variants: new VariantRuns(makeLink),
  shadow: new VariantRuns(makeLink),
  storage: () => (keeps() ? localStorage : visitStorage),
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
  playUntil: (us) => following.controller.playUntil(us),
  seek: sim.seek,
  isStill: () => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false,
  showView: sim.showView,
  report: sim.report,
  // A goal that is met stops the run by itself: nobody has pressed anything.
  play: () => following.controller.play(),
  pause: () => following.controller.pause(),
  bookmark: sim.addBookmarkAt,
  notify: sim.notify,
});
