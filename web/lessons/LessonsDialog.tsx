/**
 * The list of lessons, each with how far it has been played.
 */

import { useEffect } from "react";
import { useStore } from "zustand";

import { plural } from "@/lib/units";
import type { ListedLesson } from "@/store/lessons/catalog";
import { lessonDesk } from "@/store/lessons/desk";
import { lessonStore } from "@/store/lessons/lessonStore";
import { useSim } from "@/store/simStore";
import { stageStore } from "@/store/stage";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import css from "./lessons.module.css";
import { Prose } from "./Prose";

export function LessonsDialog({ onClose }: { onClose: () => void }) {
  const list = useStore(lessonStore, (state) => state.list);
  const trouble = useStore(lessonStore, (state) => state.trouble);
  useEffect(() => {
    void lessonDesk.list();
  }, []);
  return (
    <Dialog open onClose={onClose} title="Lessons" kind="wide">
      <div className={css.chooser}>
        <p>
          Each lesson asks what you expect, lets you do it on a real run, and says what that run
          showed. The run stays yours: every control works inside a lesson.
        </p>
        {list === null && trouble === "" && <p>Reading the list…</p>}
        {trouble !== "" && <p role="alert">{trouble}</p>}
        {list !== null && (
          <ol className={css.list}>
            {list.map((lesson, place) => (
              <Row key={lesson.id} lesson={lesson} number={place + 1} onClose={onClose} />
            ))}
          </ol>
        )}
      </div>
    </Dialog>
  );
}

interface RowProps {
  lesson: ListedLesson;
  number: number;
  onClose: () => void;
}

function Row({ lesson: { id, title, minutes, text }, number, onClose }: RowProps) {
  const kept = useStore(lessonStore, (state) => state.progress[id]);
  const isOn = useSim((state) => state.lesson?.id === id);
  const done = Object.values(kept?.steps ?? {}).filter((step) => step.done).length;
  const verb = kept === undefined ? "Start" : kept.done ? "Play again" : "Go on";
  return (
    <li className={css.row}>
      <div className={css.about}>
        <h3>
          {number}. {title}
          {isOn && <span className={css.now}> · open</span>}
        </h3>
        <Prose>{text}</Prose>
        <p className={css.hint}>
          {plural(minutes, "minute")}
          {kept?.done === true ? ", done" : done > 0 ? `, ${plural(done, "step")} done` : ""}
        </p>
      </div>
      <Button
        kind="quiet"
        aria-label={`Handout: ${title}`}
        onClick={() => {
          onClose();
          stageStore.setState({ handout: id });
        }}
      >
        Handout
      </Button>
      <Button
        aria-label={`${verb}: ${title}`}
        onClick={() => {
          onClose();
          void lessonDesk.open(id, null);
        }}
      >
        {verb}
      </Button>
    </li>
  );
}
