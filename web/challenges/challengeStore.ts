/** What the page shows of challenges, outside React. Only challengePlayer.ts writes here. */

import { createStore } from "zustand/vanilla";

import type { Challenge, ChallengeRun } from "@/engine/types";
import type { Best, Bests } from "./bests";
import type { ListedChallenge } from "./catalog";

export interface Played {
  id: string;
  /** The file's text, which the engine reads again. */
  text: string;
  stamp: string;
  challenge: Challenge;
}

/** A run whose time is over. */
export interface Ended {
  run: ChallengeRun;
  before: Best | undefined;
  isOwn: boolean;
}

export interface ChallengesState {
  /** Null until somebody asks for it. */
  list: readonly ListedChallenge[] | null;
  /** Why there is no list, or why a challenge was not opened. */
  trouble: string;
  bests: Bests;
  play: Played | null;
  /** How the run stands at the instant that it was last looked at. */
  run: ChallengeRun | null;
  /** Why it cannot be scored; "" while it can. */
  unjudged: string;
  /** Another variant or seed than the challenge's is shown. */
  isOther: boolean;
  ended: Ended | null;
  hints: number;
}

export const challengeStore = createStore<ChallengesState>(() => ({
  list: null,
  trouble: "",
  bests: {},
  play: null,
  run: null,
  unjudged: "",
  isOther: false,
  ended: null,
  hints: 0,
}));
