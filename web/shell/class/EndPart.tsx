/** The end of a class, asked before it is done, with the answers at hand as files. */

import { useState } from "react";
import { useStore } from "zustand";
import { leaveClass } from "@/classroom/classSession";
import { classStore } from "@/classroom/classStore";
import {
  answersCsv,
  answersJson,
  type KeptAnswers,
  keptAnswers,
  type QuestionTextOf,
} from "@/classroom/keeping";
import { readableCode } from "@/classroom/place";
import { t, translate } from "@/language/words";
import { fetchLesson } from "@/lessons/catalog";
import { download } from "@/session/download";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import type { DialogProps } from "@/ui/Dialog";
import { forgetClass } from "./joining";

export function EndPart({ onClose }: DialogProps) {
  const [step, setStep] = useState<"begin" | "asked" | "back">("begin");
  if (step === "asked") return <ConfirmEnd onClose={onClose} onGoOn={() => setStep("back")} />;
  return (
    <div className="verbs">
      <Button autoFocus={step === "back"} onClick={() => setStep("asked")}>
        {t("End the class…")}
      </Button>
    </div>
  );
}

function ConfirmEnd({ onClose, onGoOn }: DialogProps & { onGoOn: () => void }) {
  const here = useStore(classStore, (state) => state.answers.students.size);
  const code = useStore(classStore, (state) => state.code);
  const answers = useStore(classStore, (state) => state.answers);
  const end = (): void => {
    forgetClass();
    onClose();
    void leaveClass();
  };
  return (
    <section className="grid" aria-label={t("End the class")}>
      <h3>{t("End the class for everybody?")}</h3>
      <p>
        {t(
          "{n, plural, =0 {Nobody is there} one {# student is there} other {# students are there}}. This browser keeps the answers until somebody answers in your next class.",
          { n: here },
        )}
      </p>
      <AnswerFiles of={{ code, answers }} />
      <div className="verbs">
        <Button autoFocus onClick={onGoOn}>
          {t("Go on with the class")}
        </Button>
        <Button kind="primary" onClick={end}>
          {t("End the class")}
        </Button>
      </div>
    </section>
  );
}

/** Nothing where nobody has answered. */
export function AnswerFiles({ of }: { of: KeptAnswers }) {
  if (of.answers.steps.length === 0) return null;
  return (
    <div className="verbs">
      <Button small onClick={() => void saveAnswers(of, "csv")}>
        {t("Save the answers, CSV")}
      </Button>
      <Button small onClick={() => void saveAnswers(of, "json")}>
        {t("Save the answers, JSON")}
      </Button>
    </div>
  );
}

/** For whoever led a class here before. */
export function LastClass() {
  const [last] = useState(() => keptAnswers(() => localStorage));
  if (last === null || last.answers.steps.length === 0) return null;
  const code = readableCode(last.code);
  return (
    <section className="grid" aria-label={t("Your last class")}>
      <h3>{t("Your last class")}</h3>
      <p>{t("The answers of the class {code} are in this browser, and nowhere else.", { code })}</p>
      <AnswerFiles of={last} />
    </section>
  );
}

async function saveAnswers(of: KeptAnswers, kind: "csv" | "json"): Promise<void> {
  const askedOf = await askedIn(new Set(of.answers.steps.map(({ lesson }) => lesson)));
  const name = `class-${of.code}.${kind}`;
  if (kind === "json") download(name, answersJson(of, askedOf));
  else download(name, new Blob([answersCsv(of.answers, askedOf)], { type: "text/csv" }));
}

/** A lesson that is not found leaves its questions without words. */
async function askedIn(lessons: ReadonlySet<string>): Promise<QuestionTextOf> {
  const known = new Map<string, ReturnType<QuestionTextOf>>();
  for (const id of lessons) {
    const text = await fetchLesson(id);
    const lesson = text.ok ? await sim.readLesson(text.value) : text;
    if (!lesson.ok) continue;
    for (const { id: step, title, predict } of lesson.value.steps) {
      const choices = (predict?.answers ?? []).map((answer) => translate(answer.text));
      known.set(`${id} ${step}`, { question: translate(predict?.question ?? title), choices });
    }
  }
  return (lesson, step) => known.get(`${lesson} ${step}`) ?? { question: "", choices: [] };
}
