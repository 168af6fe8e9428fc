/** What a room sees of a class, by number alone: how students come in, and what they chose. */

import { useStore } from "zustand";

import { type StepAnswers, tally } from "@/classroom/answers";
import { askNames } from "@/classroom/classSession";
import { classStore } from "@/classroom/classStore";
import { readableCode } from "@/classroom/place";
import { t } from "@/language/words";
import { lessonStore } from "@/lessons/lessonStore";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { CheckField } from "@/ui/Fields";
import { LinkToCopy } from "../LinkToCopy";
import { QrCode } from "../QrCode";
import css from "./class.module.css";
import { answerText, classQuestion } from "./classQuestion";
import { openNames } from "./NamesWindow";

/** From the back row a camera reads a code of this size. */
const ROOM_CODE_PX = 400;

export function TeacherPart() {
  const code = useStore(classStore, (state) => state.code);
  const link = useStore(classStore, (state) => state.link);
  const presenting = usePage((stage) => stage.presenting);
  return (
    <>
      <section className="grid" aria-label={t("How students join")}>
        <p className={css.code}>{readableCode(code)}</p>
        {presenting ? (
          <div className={css.join}>
            <QrCode address={link} size={ROOM_CODE_PX} />
            <p className="breaks">{link}</p>
          </div>
        ) : (
          <LinkToCopy address={link} />
        )}
      </section>
      <Present />
      <Questions />
    </>
  );
}

function Present() {
  const students = useStore(classStore, (state) => state.answers.students);
  const namesAsked = useStore(classStore, (state) => state.namesAsked);
  const leads = usePage((stage) => stage.inClass === "leads");
  const all = [...students.values()];
  const following = all.filter(({ follows }) => follows).length;
  const other = all.filter(({ same }) => same === "no").length;
  return (
    <section className="grid" aria-label={t("Students")}>
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
      {leads && (
        <CheckField
          label={t("Ask students for their names")}
          checked={namesAsked}
          onChange={askNames}
        />
      )}
      {namesAsked && (
        <div className="verbs">
          <Button small onClick={showNames}>
            {t("Names, in a window of your own…")}
          </Button>
        </div>
      )}
    </section>
  );
}

function showNames(): void {
  if (openNames()) return;
  sim.notify(t("This browser does not open the window of names: allow this page pop-ups."), true);
}

/** The last question first. */
function Questions() {
  const steps = useStore(classStore, (state) => state.answers.steps);
  return (
    <section className="grid" aria-label={t("Answers")}>
      <h3>{t("Answers")}</h3>
      {steps.length === 0 && (
        <p>
          {t(
            "Open a lesson: your students get its questions, and how they predict is counted here.",
          )}
        </p>
      )}
      {steps.length > 0 && (
        <p className="small">
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

function Question({ of }: { of: StepAnswers }) {
  // Its words come and go with the lesson.
  useStore(lessonStore, (state) => state.play?.lesson);
  const { answers, goals } = of;
  const asked = classQuestion(of);
  const most = Math.max(asked.choices.length, ...[...answers.values()].map((place) => place + 1));
  const counts = tally(answers, answers.size === 0 ? 0 : most);
  return (
    <figure className="grid-1">
      <figcaption>{asked.question}</figcaption>
      <dl className="grid">
        {counts.map((count, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer is its place
          <div key={place}>
            <dt>{answerText(asked, place)}</dt>
            <dd className="row">
              <span
                className={css.bar}
                style={{ inlineSize: `${(count / answers.size) * 100}%` }}
              />
              {count}
            </dd>
          </div>
        ))}
      </dl>
      <p className="small">
        {t(
          "{n, plural, one {# answer} other {# answers}}; the goal was reached {times, plural, one {# time} other {# times}}.",
          { n: answers.size, times: goals.size },
        )}
      </p>
    </figure>
  );
}
