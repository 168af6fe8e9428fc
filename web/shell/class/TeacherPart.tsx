/**
 * What a teacher sees of a class: how students come in, how many are there, and how many chose which
 * answer. Names only where they were asked for. Must not know how any of it is heard.
 */

import { useStore } from "zustand";

import { type Answers, type StepAnswers, tally } from "@/classroom/answers";
import { classStore } from "@/classroom/classStore";
import { askNames } from "@/classroom/desk";
import { readableCode } from "@/classroom/place";
import { t, told } from "@/language/words";
import { lessonStore } from "@/lessons/lessonStore";
import { CheckField } from "@/ui/Fields";
import { LinkToCopy } from "../LinkToCopy";
import css from "./class.module.css";

export function TeacherPart() {
  const code = useStore(classStore, (state) => state.code);
  const link = useStore(classStore, (state) => state.link);
  return (
    <>
      <section aria-label={t("How students join")}>
        <p className={css.code}>{readableCode(code)}</p>
        <LinkToCopy address={link} />
      </section>
      <Present />
      <Questions />
    </>
  );
}

function Present() {
  const students = useStore(classStore, (state) => state.answers.students);
  const namesAsked = useStore(classStore, (state) => state.namesAsked);
  const all = [...students.values()];
  const following = all.filter(({ follows }) => follows).length;
  const other = all.filter(({ same }) => same === "no").length;
  const names = all.map(({ name }) => name).filter((name) => name !== "");
  return (
    <section aria-label={t("Students")}>
      <h3>{t("Students")}</h3>
      <p>
        {all.length === 0
          ? t("Nobody has joined yet.")
          : t("{all} joined: {following} follow, {alone} on their own.", {
              all: all.length,
              following,
              alone: all.length - following,
            })}
        {other > 0 && (
          <>
            {" "}
            {t("{n, plural, one {# page shows} other {# pages show}} another run than yours.", {
              n: other,
            })}
          </>
        )}
      </p>
      <CheckField
        label={t("Ask students for their names")}
        checked={namesAsked}
        onChange={askNames}
      />
      {namesAsked && names.length > 0 && <p className={css.small}>{names.sort().join(t(", "))}</p>}
    </section>
  );
}

/** The last question first. */
function Questions() {
  const steps = useStore(classStore, (state) => state.answers.steps);
  return (
    <section aria-label={t("Answers")}>
      <h3>{t("Answers")}</h3>
      {steps.length === 0 && (
        <p>
          {t(
            "Open a lesson: your students get its questions, and how they predict is counted here.",
          )}
        </p>
      )}
      {steps.length > 0 && (
        <p className={css.small}>
          {t(
            "Browser tabs are counted, not people: someone who opens the link twice can answer twice.",
          )}
        </p>
      )}
      {[...steps].reverse().map((one) => (
        <Question key={`${one.lesson} ${one.step}`} of={one} />
      ))}
    </section>
  );
}

function Question({ of: { lesson, step, answers, goals } }: { of: StepAnswers }) {
  const play = useStore(lessonStore, (state) => state.play);
  const names = useStore(classStore, (state) => state.answers.names);
  const named = useStore(classStore, (state) => state.namesAsked);
  const known = play?.id === lesson ? play.lesson.steps.find(({ id }) => id === step) : undefined;
  const choices = known?.predict?.answers ?? [];
  const most = Math.max(choices.length, ...[...answers.values()].map((place) => place + 1));
  const counts = tally(answers, answers.size === 0 ? 0 : most);
  return (
    <figure className={css.question}>
      <figcaption>
        {known === undefined
          ? t("{lesson}, step {step}", { lesson, step })
          : told(known.predict?.question ?? known.title)}
      </figcaption>
      <dl className={css.bars}>
        {counts.map((count, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer is its place
          <div key={place}>
            <dt>{answerText(choices[place]?.text, place)}</dt>
            <dd>
              <span
                className={css.bar}
                style={{ inlineSize: `${(count / answers.size) * 100}%` }}
              />
              {count}
              {named && <Names ids={chose(answers, place)} known={names} />}
            </dd>
          </div>
        ))}
      </dl>
      <p className={css.small}>
        {t(
          "{n, plural, one {# answer} other {# answers}}; the goal was reached {times, plural, one {# time} other {# times}}.",
          { n: answers.size, times: goals.size },
        )}
      </p>
    </figure>
  );
}

function answerText(known: string | undefined, place: number): string {
  return known === undefined ? t("Answer {number}", { number: place + 1 }) : told(known);
}

function chose(answers: ReadonlyMap<string, number>, place: number): string[] {
  return [...answers].filter(([, chosen]) => chosen === place).map(([id]) => id);
}

/** Of those who said theirs. */
function Names({ ids, known }: { ids: string[]; known: Answers["names"] }) {
  const names = ids.map((id) => known.get(id) ?? "").filter((name) => name !== "");
  return names.length === 0 ? null : (
    <span className={css.small}> {names.sort().join(t(", "))}</span>
  );
}
