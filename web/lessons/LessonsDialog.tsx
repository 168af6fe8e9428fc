/** The list of lessons, each with how far it has been played. */

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { t, translate } from "@/language/words";
import { pageStore, usePage } from "@/session/pageStore";
import { fetchScenarioList, type ListedScenario } from "@/session/scenarioList";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import shared from "@/ui/exercise.module.css";
import { Row, RowState, Rows } from "@/ui/Rows";
import type { ListedLesson } from "./catalog";
import { lessonStore } from "./lessonStore";
import css from "./lessons.module.css";
import { Prose } from "./Prose";
import { lessonPlayer } from "./pageLessons";

export function LessonsDialog({ onClose }: { onClose: () => void }) {
  const list = useStore(lessonStore, (state) => state.list);
  const trouble = useStore(lessonStore, (state) => state.trouble);
  useEffect(() => {
    void lessonPlayer.list();
    // While the list is read, what plays the chosen one is fetched.
    void import("./LessonPanel");
    void lessonPlayer.makeReady();
  }, []);
  const scenarios = useScenarios();
  return (
    <Dialog open onClose={onClose} title={t("Lessons")} kind="wide">
      <div className={shared.chooser}>
        <p>
          {t(
            "Each lesson asks for a prediction, lets you try it on a real run, and explains what happened. Every control works inside a lesson.",
          )}
        </p>
        {list === null && trouble === "" && <p>{t("Reading the list…")}</p>}
        {trouble !== "" && <p role="alert">{trouble}</p>}
        {list !== null && (
          <Rows>
            {list.map((lesson, place) => (
              <LessonRow
                key={lesson.id}
                lesson={lesson}
                number={place + 1}
                scenarios={scenarios.filter(({ id }) => lesson.scenarios.includes(id))}
                onClose={onClose}
              />
            ))}
          </Rows>
        )}
      </div>
    </Dialog>
  );
}

interface LessonRowProps {
  lesson: ListedLesson;
  number: number;
  scenarios: readonly ListedScenario[];
  onClose: () => void;
}

function LessonRow({ lesson, number, scenarios, onClose }: LessonRowProps) {
  const { id, minutes, text } = lesson;
  const title = translate(lesson.title);
  const kept = useStore(lessonStore, (state) => state.progress[id]);
  const isOn = usePage((state) => state.lesson?.id === id);
  const done = Object.values(kept?.steps ?? {}).filter((step) => step.done).length;
  const verb = kept === undefined ? t("Start") : kept.done ? t("Play again") : t("Continue");
  return (
    <Row
      verbs={
        <>
          <Button
            kind="quiet"
            aria-label={t("Handout: {title}", { title })}
            onClick={() => {
              onClose();
              pageStore.stage({ handout: id });
            }}
          >
            {t("Handout")}
          </Button>
          <Button
            aria-label={t("{verb}: {title}", { verb, title })}
            onClick={() => {
              onClose();
              void lessonPlayer.open(id, null);
            }}
          >
            {verb}
          </Button>
        </>
      }
    >
      <h3>
        {number}. {title}
        {isOn && <RowState>{t("open")}</RowState>}
      </h3>
      <Prose>{text}</Prose>
      <p className="hint">
        {t("{n, plural, one {# minute} other {# minutes}}", { n: minutes })}
        {kept?.done === true
          ? t(", done")
          : done > 0
            ? t(", {n, plural, one {# step} other {# steps}} done", { n: done })
            : ""}
      </p>
      <Plays scenarios={scenarios} onClose={onClose} />
    </Row>
  );
}

/** The way from a lesson to its scenarios, to play them without it. */
function Plays({ scenarios, onClose }: Pick<LessonRowProps, "scenarios" | "onClose">) {
  if (scenarios.length === 0) return null;
  return (
    <p className={css.plays}>
      <span className="hint">{t("Plays")}</span>
      {scenarios.map(({ id, title }) => (
        <Button
          key={id}
          small
          kind="quiet"
          aria-label={t("Open the scenario {title}", { title: translate(title) })}
          onClick={() => {
            onClose();
            lessonPlayer.close();
            void sim.open({ kind: "builtin", id }, { play: true, eased: true });
          }}
        >
          {translate(title)}
        </Button>
      ))}
    </p>
  );
}

/** Empty until the list was read, and where it cannot be: lessons do without it. */
function useScenarios(): readonly ListedScenario[] {
  const [scenarios, setScenarios] = useState<readonly ListedScenario[]>([]);
  useEffect(() => {
    let wanted = true;
    void fetchScenarioList().then((list) => {
      if (wanted && list.ok) setScenarios(list.value);
    });
    return () => {
      wanted = false;
    };
  }, []);
  return scenarios;
}
