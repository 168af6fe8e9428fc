/** A step of a lesson on paper. */

import type { LessonPredict, LessonSource, LessonStep } from "@/engine/types";
import { t, translate } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { formatInstant } from "@/model/units";
import { besidePage, PageContext } from "@/session/pageStore";
import { SimStoreContext, useSim } from "@/session/simStore";
import { derived } from "@/session/store";
import { cx } from "@/ui/cx";
import { MapView } from "@/views/map/MapView";
import { Explain } from "../Explain";
import { Prose } from "../Prose";
import type { Moment } from "./handout";
import css from "./handout.module.css";
import { standingText } from "./standing";

interface HandoutStepProps {
  number: number;
  step: LessonStep;
  sources: readonly LessonSource[];
  /** Undefined until it has been played. */
  moment: Fetched<Moment> | undefined;
  answers: boolean;
}

export function HandoutStep({ number, step, sources, moment, answers }: HandoutStepProps) {
  const { title, text, predict, do: task, explain } = step;
  const reports = moment?.ok === true ? moment.value.reports : null;
  return (
    <section className={css.step}>
      <h2>
        {number}. {translate(title)}
      </h2>
      {text !== null && <Prose sources={sources}>{text}</Prose>}
      {predict !== null && <Question prediction={predict} answers={answers} />}
      {!answers && predict !== null && <Lines question={t("Why do you expect this?")} />}
      {task !== null && (
        <div className={css.part}>
          <h3>{t("Do")}</h3>
          <Prose sources={sources}>{task.text}</Prose>
        </div>
      )}
      {!answers && task !== null && (
        <Lines question={t("What did you see, and at which instant?")} />
      )}
      {answers && moment?.ok === true && <Picture moment={moment.value} />}
      {answers && moment?.ok === false && (
        <p className="bad">
          {t("This step has no picture: {message}", { message: moment.message })}
        </p>
      )}
      {answers && explain !== null && (
        <div className={css.explain}>
          <Explain
            explanation={explain}
            sources={sources}
            name={t("Explain step {number}", { number })}
            reports={reports}
            reportsUs={moment?.ok === true ? moment.value.us : 0}
          />
        </div>
      )}
      {!answers && <Lines question={t("Why is it so? Say it in your own words.")} />}
    </section>
  );
}

/** Room to write, and what about: as many lines for each question. */
function Lines({ question }: { question: string }) {
  return (
    <div className={css.part}>
      <p className="quiet">{question}</p>
      <div className={css.lines} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    </div>
  );
}

interface QuestionProps {
  prediction: LessonPredict;
  answers: boolean;
}

function Question({ prediction, answers: isTold }: QuestionProps) {
  return (
    <div className={css.part}>
      <h3>{t("Predict")}</h3>
      <Prose>{prediction.question}</Prose>
      <ul className={css.answers}>
        {prediction.answers.map(({ text, right, reply }) => (
          <li key={text} className={cx(isTold && right && "strong")}>
            <span className={css.box} aria-hidden="true">
              {isTold && right ? "✓" : ""}
            </span>
            <div>
              <Prose>{text}</Prose>
              {isTold && (
                <div className={css.reply}>
                  <Prose>
                    {right ? t("**Right.** {reply}", { reply: translate(reply) }) : reply}
                  </Prose>
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Paper is light, and nobody points at it. */
const onPaper = derived(besidePage, (page) => ({
  ...page,
  selection: null,
  presenting: false,
  resolvedTheme: "light" as const,
}));

function Picture({ moment: { store, us } }: { moment: Moment }) {
  return (
    <SimStoreContext value={store}>
      <PageContext value={onPaper}>
        <figure className={css.figure}>
          <div className={css.map} inert aria-hidden="true">
            <MapView />
          </div>
          <Caption us={us} />
        </figure>
      </PageContext>
    </SimStoreContext>
  );
}

function Caption({ us }: { us: number }) {
  const text = useSim(({ world, frame }) =>
    world === null || frame === null ? "" : standingText(world, frame),
  );
  return <figcaption>{t("At {at}: {text}", { at: formatInstant(us), text })}</figcaption>;
}
