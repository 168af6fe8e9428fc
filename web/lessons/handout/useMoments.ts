/** The moments of a lesson, step by step as they are played. Must not know how they are drawn. */

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

/** The lesson is read at once; `isPlayed`: its steps are played as well, from the first. */
export function useMoments(id: string, isPlayed: boolean): Played {
  const [played, setPlayed] = useState(NOTHING);
  const { lesson } = played;
  useEffect(() => {
    let isWanted = true;
    setPlayed(NOTHING);
    void read(id).then((found) => {
      if (isWanted) setPlayed({ ...NOTHING, ...found });
    });
    return () => {
      isWanted = false;
    };
  }, [id]);
  useEffect(() => {
    if (lesson === null || !isPlayed) return;
    let isWanted = true;
    void play(lesson, (moments) => {
      if (isWanted) setPlayed((before) => ({ ...before, moments }));
      return isWanted;
    });
    return () => {
      isWanted = false;
    };
  }, [lesson, isPlayed]);
  return played;
}

async function read(id: string): Promise<Partial<Played>> {
  const text = await fetchLesson(id);
  const lesson = text.ok ? await sim.readLesson(text.value) : text;
  return lesson.ok ? { lesson: lesson.value } : { trouble: lesson.message };
}

/** One step after the other: each takes a worker and its memory only while it is played. */
async function play(lesson: Lesson, say: (moments: Played["moments"]) => boolean): Promise<void> {
  const moments: (Fetched<Moment> | undefined)[] = [];
  for (const [at, step] of lesson.steps.entries()) {
    const run = runOfStep(lesson, at);
    moments.push(run === undefined ? undefined : await momentOf(run, step, makeLink));
    if (!say([...moments])) return;
  }
}
