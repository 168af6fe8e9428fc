/** What the present step needs at the instant shown. Must not know how it is met. */

import { useMemo } from "react";
import { useStore } from "zustand";
import { logOf } from "@/session/session";
import { useSim } from "@/session/simStore";
import { lessonStore } from "./lessonStore";
import { type LessonState, stepOf } from "./machine";
import { type Needs, needsOf } from "./needs";

export function useNeeds(play: LessonState): Needs {
  const step = stepOf(play);
  const beganUs = useStore(lessonStore, (state) => state.beganUs);
  // As a text, which is the same from frame to frame while nothing has changed.
  const text = useSim(({ session, frame }) =>
    JSON.stringify(needsOf(step, { actions: logOf(session), beganUs, nowUs: frame?.now_us ?? 0 })),
  );
  return useMemo(() => JSON.parse(text) as Needs, [text]);
}
