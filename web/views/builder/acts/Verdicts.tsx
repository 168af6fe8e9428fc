/** What the engine said of a goal, by sign and words. Must not know how it judged. */

import { BadgeMark } from "@/ui/Badge";
import css from "./acts.module.css";
import type { GoalVerdicts } from "./useJudged";

export function Verdicts({ verdicts: { lines, problem } }: { verdicts: GoalVerdicts }) {
  if (problem !== "") return <p className={css.bad}>Not judged: {problem}</p>;
  return lines.map(({ met, line }) => (
    <p key={line} className={css.judged} data-met={met}>
      <BadgeMark shape={met ? "tick" : "cross"} />
      <span>{line}</span>
    </p>
  ));
}
