/** What was found of each report, a row each; what is no report is named with the reason. */

import { starSigns, starWords } from "@/challenges/words";
import { t, translate } from "@/language/words";
import type { GoalFound } from "@/lessons/report/checking";
import type { ReportedChallenge } from "@/model/report/report";
import { Button } from "@/ui/Button";
import { Table } from "@/ui/Table";
import type { Check } from "./checks";
import { alikeTexts, sameText, troubleOf } from "./csv";
import css from "./report.module.css";
import type { Reviewed } from "./reviewed";

interface CheckTableProps {
  checks: readonly Check[];
  /** The report's run, or that of a goal by its step. */
  onOpen: (id: number, step: string | null) => void;
}

export function CheckTable({ checks, onOpen }: CheckTableProps) {
  return (
    <div className="scroll-x">
      <Table
        rows="ruled"
        words
        className={css.table}
        caption={t("Reports and what their runs show")}
        heads={[
          t("Report"),
          t("Lesson, challenge or scenario"),
          t("Answers right"),
          t("Goals or conditions"),
          t("Digest"),
          t("As reported"),
          t("Run"),
        ]}
      >
        <tbody>
          {checks.map((check) => (
            <Row
              key={check.id}
              check={check}
              alike={alikeTexts(check.alike, checks)}
              onOpen={(step) => onOpen(check.id, step)}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

interface RowProps {
  check: Check;
  /** In sentences, which other reports have the same run. */
  alike: readonly string[];
  onOpen: (step: string | null) => void;
}

function Row({ check, alike, onOpen }: RowProps) {
  const { file, name, title, state, found, reason } = check;
  const called = name === "" ? file : name;
  return (
    <tr data-testid="report-row">
      <th scope="row">
        {called}
        {name !== "" && <div className="small">{file}</div>}
      </th>
      {found === null ? (
        <td colSpan={6}>
          {state === "waiting" ? t("Being checked…") : <span className="bad">{reason}</span>}
        </td>
      ) : (
        <>
          <td>{title}</td>
          <td>
            {found.answers === null
              ? "–"
              : t("{done} of {all}", { done: found.answers.right, all: found.answers.of })}
          </td>
          <td>
            {found.challenge?.is == null ? (
              <Goals found={found} called={called} onOpen={onOpen} />
            ) : (
              <Solution is={found.challenge.is} />
            )}
          </td>
          <td className={found.run.same === "equal" ? "good" : "bad"}>{sameText(found.run)}</td>
          <td>
            <AsReported found={found} />
            {alike.map((text) => (
              <p key={text} className="bad">
                {text}
              </p>
            ))}
          </td>
          <td>
            <Button
              small
              aria-label={t("Open the run of {called}", { called })}
              onClick={() => onOpen(null)}
            >
              {t("Open")}
            </Button>
          </td>
        </>
      )}
    </tr>
  );
}

interface GoalsProps {
  found: Reviewed;
  called: string;
  onOpen: (step: string) => void;
}

function Goals({ found, called, onOpen }: GoalsProps) {
  const { goals } = found;
  const trouble = troubleOf(found);
  if (goals.length === 0) return trouble === "" ? "–" : <span className="bad">{trouble}</span>;
  const reached = goals.filter((goal) => goal.reached).length;
  return (
    <>
      {t("{done} of {all}", { done: reached, all: goals.length })}
      <ul className="grid-0 gap-hair">
        {goals.map((goal) => (
          <li key={goal.id} className={goal.reached ? "good" : undefined}>
            <span aria-hidden="true">{goal.reached ? "✓ " : "– "}</span>
            {translate(goal.title)}
            <span className="sr-only">{`: ${goal.reached ? t("reached") : t("not reached")}`}</span>
            <Aside goal={goal} />
            {goal.reached && (
              <Button
                small
                kind="quiet"
                aria-label={t("Open the run of {called} that reached “{title}”", {
                  called,
                  title: translate(goal.title),
                })}
                onClick={() => onOpen(goal.id)}
              >
                {t("Open")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the run is worth in its challenge, by the replay. */
function Solution({ is: { solved, stars, label, score, conditions } }: { is: ReportedChallenge }) {
  return (
    <>
      {solved ? (
        <span role="img" aria-label={t("{stars} of 3", { stars: starWords(stars) })}>
          {starSigns(stars)}
        </span>
      ) : (
        t("not solved")
      )}
      {t("; {label}: {score}", { label: translate(label), score: translate(score) })}
      <ul className="grid-0 gap-hair">
        {conditions.map(({ text, holds }) => (
          <li key={text} className={holds ? "good" : undefined}>
            <span aria-hidden="true">{holds ? "✓ " : "– "}</span>
            {translate(text)}
            <span className="sr-only">{`: ${holds ? t("holds") : t("does not hold")}`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is to be known of a goal's run beside whether it reached it. */
function Aside({ goal: { claimed, reached, same, why } }: { goal: GoalFound }) {
  if (!claimed || (reached && same === "equal")) return null;
  return <div className="small">{sameText({ same, why })}</div>;
}

function AsReported({ found: { wrong } }: { found: Reviewed }) {
  if (wrong.length === 0) return <span className="good">{t("Yes")}</span>;
  return (
    <div className="bad">
      {t("No:")}
      <ul className="grid-0 gap-hair">
        {wrong.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
