/**
 * What is to be done, how far it is met, and hints one by one. Must not know how goals are judged.
 */

import { formatInstant } from "@/lib/units";
import type { Judged, LessonTask } from "@/protocol/engine";
import type { StepState } from "@/store/lessons/machine";
import { decidedText } from "@/store/lessons/seen";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Button } from "@/ui/Button";
import { CheckIcon, CloseIcon } from "@/ui/icons";
import css from "./lessons.module.css";
import { Prose } from "./Prose";

interface TaskProps {
  task: LessonTask;
  state: StepState;
  hint: () => void;
}

export function Task({ task, state, hint }: TaskProps) {
  const { verdict, hints } = state;
  const left = task.hints.length - hints;
  return (
    <section className={css.part} aria-label="Do">
      <h3 tabIndex={-1} data-part="do">
        Do
      </h3>
      <Prose>{task.text}</Prose>
      {verdict === "open" && task.by_us !== null && (
        <p className={css.hint}>Until {formatInstant(task.by_us)} of the run.</p>
      )}
      {hints > 0 && (
        <ol className={css.hints} aria-label="Hints">
          {task.hints.slice(0, hints).map((text) => (
            <li key={text}>
              <Prose>{text}</Prose>
            </li>
          ))}
        </ol>
      )}
      {verdict === "open" && (
        <div className={css.verbs}>
          <PlayOn />
          {left > 0 && (
            <Button onClick={hint}>{hints === 0 ? "Give me a hint" : "Another hint"}</Button>
          )}
        </div>
      )}
    </section>
  );
}

/** The run waits where the step begins. */
function PlayOn() {
  const playing = useSim((state) => state.playing);
  return (
    <Button kind={playing ? "plain" : "primary"} onClick={playing ? sim.pause : sim.play}>
      {playing ? "Hold the run" : "Let it run"}
    </Button>
  );
}

interface SeenProps {
  state: StepState;
  /** The step's time ended here. */
  byUs: number | null;
}

/** Met or not, and why; its moment is a place to go to. */
export function Seen({ state, byUs }: SeenProps) {
  const { verdict, atUs, isSeen, judged, lostBy } = state;
  if (verdict === "open" && judged === null) return null;
  return (
    <section className={css.part} aria-label="See" data-verdict={verdict}>
      <h3>See</h3>
      {verdict === "open" && <p className={css.hint}>Not met yet. So far:</p>}
      {verdict === "met" && <p className={css.met}>The goal is met.</p>}
      {verdict === "lost" && (
        <p className={css.lost}>
          {lostBy === null
            ? `The goal was not met until ${formatInstant(byUs ?? 0)}.`
            : "The goal can no longer be met: something happened first."}
        </p>
      )}
      {lostBy !== null && <Reasons judged={lostBy} />}
      {judged !== null && <Reasons judged={judged} />}
      {atUs !== null && isSeen && (
        <p className={css.hint}>
          What decided it is a figure, which has no moment of its own: it was first seen so by{" "}
          {decidedText(state)}.
        </p>
      )}
      {atUs !== null && (
        <div className={css.verbs}>
          <Button onClick={() => void sim.seek(atUs)}>
            {placeName(state)}: {decidedText(state)}
          </Button>
        </div>
      )}
    </section>
  );
}

function placeName({ verdict, isSeen }: StepState): string {
  if (isSeen) return "To where it was first seen";
  return verdict === "met" ? "To the moment" : "To where it was missed";
}

/** A goal's parts, each with what is so. */
function Reasons({ judged }: { judged: Judged }) {
  const parts = judged.parts.length === 0 ? [judged] : judged.parts;
  return (
    <ul className={css.reasons}>
      {parts.map(({ met, text, found, at_us }) => (
        <li key={`${text} ${found}`} data-met={met}>
          <span className={css.sign}>{met ? <CheckIcon /> : <CloseIcon />}</span>
          <div>
            <p>
              <span className="sr-only">{met ? "Met: " : "Not met: "}</span>
              {text}
            </p>
            <p className={css.hint}>
              {found}
              {met && at_us !== null && `, at ${formatInstant(at_us)}`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
