/** What is expected of the scenario, with what the engine says of it in the run as chosen now. */

import { Rich } from "@/language/Rich";
import { t } from "@/language/words";
import type { GoalLine, Review, ReviewState } from "@/session/recording/review";
import { BadgeMark } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { CheckField, NumberField } from "@/ui/Fields";
import css from "./record.module.css";

const MARGIN_PERCENT_MAX = 1_000;

export function GoalList({ review, state }: { review: Review; state: ReviewState }) {
  const { goals, limitsAreOlder, run, marginPercent } = state;
  if (goals.length === 0) return null;
  const isRunning = run.state === "running";
  return (
    <section className="grid" aria-labelledby="recorded-goals">
      <h3 id="recorded-goals">{t("What is expected")}</h3>
      <p className="small">
        {t(
          "Figures as they came out, with a margin of {percent} %: another seed or another build differs a little. Judged where the scenario ends.",
          { percent: marginPercent },
        )}
      </p>
      <div className={css.margin}>
        <NumberField
          label={t("Margin")}
          unit="%"
          value={marginPercent}
          min={0}
          max={MARGIN_PERCENT_MAX}
          onChange={(percent) => void review.margin(percent)}
        />
      </div>
      <ul className="grid-0 gap-hair breaks" aria-busy={isRunning}>
        {goals.map((line) => (
          <Goal
            key={`${line.own} ${JSON.stringify(line.goal)}`}
            line={line}
            isRunning={isRunning}
            onChange={(isWanted) => review.want(line.goal, isWanted)}
          />
        ))}
      </ul>
      {limitsAreOlder && (
        <p>
          <Rich
            text={t(
              "These limits are of the run with what you left out. <0>Take the limits from this run</0>",
            )}
            parts={[
              (verb) => (
                <Button small onClick={() => void review.takeLimits()}>
                  {verb}
                </Button>
              ),
            ]}
          />
        </p>
      )}
    </section>
  );
}

interface GoalProps {
  line: GoalLine;
  isRunning: boolean;
  onChange: (isWanted: boolean) => void;
}

function Goal({ line: { goal, own, wanted, verdict }, isRunning, onChange }: GoalProps) {
  const asks = verdict?.asks ?? goal.metric;
  return (
    <li className={css.goal} data-met={isRunning ? undefined : verdict?.met}>
      <CheckField
        label={own ? t("{asks} (yours)", { asks }) : asks}
        checked={wanted}
        onChange={onChange}
      />
      <span className={css.figure}>
        {isRunning || verdict === null ? (
          t("running again…")
        ) : (
          <>
            <BadgeMark shape={verdict.met ? "tick" : "cross"} />
            {verdict.met ? t("holds") : verdict.line}
          </>
        )}
      </span>
    </li>
  );
}
