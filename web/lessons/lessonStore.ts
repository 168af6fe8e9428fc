/** What the page shows of lessons, outside React. Only lessonPlayer.ts writes here. */

import { createStore } from "zustand/vanilla";
import type { Reports } from "@/model/reportFigures";
import type { ListedLesson } from "./catalog";
import type { LessonState } from "./machine";
import type { Progress } from "./progress";

/** Instants between which a step plays by itself. */
export interface Stretch {
  fromUs: number;
  toUs: number;
}

export interface LessonsState {
  /** Null until somebody asks for it. */
  list: readonly ListedLesson[] | null;
  /** Why there is no list, or why a lesson was not opened. */
  trouble: string;
  progress: Progress;
  play: LessonState | null;
  /** The run is being brought to where the step begins. */
  preparing: boolean;
  /** Where the present step began. */
  beganUs: number;
  /** What the present step plays by itself, once there was an occasion to. */
  stretch: Stretch | null;
  /** The run that is shown is the step's. */
  isOwnRun: boolean;
  /** Why the goal cannot be judged; "" while it can. */
  unjudged: string;
  /** Of the instant at which the explanation was last filled in. */
  reports: Reports | null;
  reportsUs: number;
}

export const lessonStore = createStore<LessonsState>(() => ({
  list: null,
  trouble: "",
  progress: {},
  play: null,
  preparing: false,
  beganUs: 0,
  stretch: null,
  isOwnRun: true,
  unjudged: "",
  reports: null,
  reportsUs: 0,
}));
