/** The page's player of challenges: one for the session, made when it is first asked for. */

import { fetchChallenge } from "@/session/challenges";
import { pageStore } from "@/session/pageStore";
import { lessons } from "@/session/ports";
import { sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { browserBests } from "./bests";
import { ChallengePlayer } from "./challengePlayer";

export const challengePlayer = new ChallengePlayer({
  run: simStore,
  page: pageStore,
  shelf: browserBests,
  fetchText: fetchChallenge,
  read: sim.readChallenge,
  score: sim.score,
  open: sim.open,
  restart: sim.restart,
  leaveLesson: () => lessons.leave(),
  pause: sim.pause,
  seek: sim.seek,
  notify: sim.notify,
  wallMs: () => performance.now(),
  dateMs: () => Date.now(),
  later: (callback, ms) => {
    setTimeout(callback, ms);
  },
});
