/** What a student's lesson tells the class: the prediction and the goal, each once. */

import { lessonStore } from "@/lessons/lessonStore";
import { stateOf, stepOf } from "@/lessons/machine";
import type { Answered } from "./protocol";

/** Tells from now on; gives the way to call it off. */
export function answersOf(tell: (said: Answered) => void): () => void {
  const sent = new Set<string>();
  const once = (said: Answered): void => {
    const key = `${said.t} ${said.lesson} ${said.step}`;
    if (sent.has(key)) return;
    sent.add(key);
    tell(said);
  };
  return lessonStore.subscribe(({ play }) => {
    if (play === null || play.id.includes(":")) return;
    const { answer, verdict } = stateOf(play);
    const place = { lesson: play.id, step: stepOf(play).id };
    if (answer !== null) once({ t: "answer", ...place, answer });
    if (verdict === "met") once({ t: "goal", ...place });
  });
}
