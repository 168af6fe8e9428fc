/** Who answered what, by name, in a window of the teacher's own: a room sees the page. */

import { StrictMode, useEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { useStore } from "zustand";

import type { StepAnswers } from "@/classroom/answers";
import { classStore } from "@/classroom/classStore";
import { namedIn } from "@/classroom/names";
import { t } from "@/language/words";
import css from "./class.module.css";
import { answerText, type ClassQuestion, classQuestion } from "./classQuestion";

let opened: { window: Window; root: Root } | null = null;

/** False: the browser does not let the page open it. */
export function openNames(): boolean {
  closeNames();
  const own = window.open("", "raft-atlas-names", "popup,width=560,height=760");
  if (own === null) return false;
  const { document: paper } = own;
  paper.title = t("Names and answers");
  Object.assign(paper.documentElement, { lang: document.documentElement.lang });
  const isDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  paper.documentElement.dataset.theme = isDark ? "dark" : "light";
  paper.head.replaceChildren(paper.head.querySelector("title") ?? "");
  for (const sheet of document.querySelectorAll("link[rel=stylesheet], style"))
    paper.head.append(paper.importNode(sheet, true));
  const place = paper.createElement("main");
  paper.body.replaceChildren(place);
  const root = createRoot(place);
  root.render(
    <StrictMode>
      <Names />
    </StrictMode>,
  );
  opened = { window: own, root };
  window.addEventListener("pagehide", closeNames);
  return true;
}

/** Nothing where none is open. */
export function closeNames(): void {
  window.removeEventListener("pagehide", closeNames);
  opened?.root.unmount();
  opened?.window.close();
  opened = null;
}

function Names() {
  const isLeft = useStore(classStore, (state) => !state.mayLead);
  useEffect(() => {
    if (isLeft) closeNames();
  }, [isLeft]);
  const { names, steps } = useStore(classStore, (state) => state.answers);
  return (
    <div className={css.names}>
      <h1>{t("Names and answers")}</h1>
      <p>{t("Only this window shows names. Keep it off the projector.")}</p>
      <p>{namedIn([...names.keys()], names).join(t(", "))}</p>
      {[...steps].reverse().map((one) => (
        <Question key={`${one.lesson} ${one.step}`} of={one} />
      ))}
    </div>
  );
}

function Question({ of }: { of: StepAnswers }) {
  const question = classQuestion(of);
  const names = useStore(classStore, (state) => state.answers.names);
  const places = [...new Set(of.answers.values())].sort((a, b) => a - b);
  return (
    <section className="grid-1">
      <h2>{question.question}</h2>
      <dl>
        {places.map((place) => (
          <Answer
            key={place}
            question={question}
            place={place}
            ids={chose(of, place)}
            names={names}
          />
        ))}
        {of.goals.size > 0 && (
          <>
            <dt>{t("Reached the goal")}</dt>
            <dd>{namedIn([...of.goals], names).join(t(", "))}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

interface AnswerProps {
  question: ClassQuestion;
  place: number;
  ids: string[];
  names: ReadonlyMap<string, string>;
}

function Answer({ question, place, ids, names }: AnswerProps) {
  return (
    <>
      <dt>{answerText(question, place)}</dt>
      <dd>{namedIn(ids, names).join(t(", "))}</dd>
    </>
  );
}

function chose({ answers }: StepAnswers, place: number): string[] {
  return [...answers].filter(([, chosen]) => chosen === place).map(([id]) => id);
}
