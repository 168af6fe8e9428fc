/**
 * The moments of a lesson, step by step as they are played. Must not know how they are drawn.
 */

import { useEffect, useState } from "react";
import type { Lesson } from "@/engine/types";
import type { Fetched } from "@/model/fetched";
import { makeLink, sim } from "@/session/simClient";
import { fetchLesson } from "../catalog";
import { type Moment, momentOf, runOfStep } from "./handout";

export interface Played {
  /** Null until it was read. */
  lesson: Lesson | null;
  /** Why there is no lesson. */
  trouble: string;
  /** By step, as far as they have been played; undefined: the step has no run. */
  moments: readonly (Fetched<Moment> | undefined)[];
}

const NOTHING: Played = { lesson: null, trouble: "", moments: [] };

export function useMoments(id: string): Played {
  const [played, setPlayed] = useState(NOTHING);
  useEffect(() => {
    let isWanted = true;
    setPlayed(NOTHING);
    void play(id, (changes) => {
      if (isWanted) setPlayed((before) => ({ ...before, ...changes }));
      return isWanted;
    });
    return () => {
      isWanted = false;
    };
  }, [id]);
  return played;
}

/** One step after the other: each takes a worker and its memory only while it is played. */
async function play(id: string, say: (changes: Partial<Played>) => boolean): Promise<void> {
  const text = await fetchLesson(id);
  const lesson = text.ok ? await sim.readLesson(text.value) : text;
  if (!lesson.ok) {
    say({ trouble: lesson.message });
    return;
  }
  const moments: (Fetched<Moment> | undefined)[] = [];
  if (!say({ lesson: lesson.value })) return;
  for (const [at, step] of lesson.value.steps.entries()) {
    const run = runOfStep(lesson.value, at);
    moments.push(run === undefined ? undefined : await momentOf(run, step, makeLink));
    if (!say({ moments: [...moments] })) return;
  }
}
