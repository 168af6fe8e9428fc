/**
 * What the present step needs at the instant shown. Must not know how it is met.
 */

import { useMemo } from "react";
import { useStore } from "zustand";

import { lessonStore } from "@/store/lessons/lessonStore";
import { type LessonState, stepOf } from "@/store/lessons/machine";
import { type Needs, needsOf } from "@/store/lessons/needs";
import { useSim } from "@/store/simStore";

export function useNeeds(play: LessonState): Needs {
  const step = stepOf(play);
  const beganUs = useStore(lessonStore, (state) => state.beganUs);
  // As a text, which is the same from frame to frame while nothing has changed.
  const text = useSim(({ session, frame }) =>
    JSON.stringify(
      needsOf(step, { actions: session?.actions ?? [], beganUs, nowUs: frame?.now_us ?? 0 }),
    ),
  );
  return useMemo(() => JSON.parse(text) as Needs, [text]);
}
