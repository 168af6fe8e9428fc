/**
 * What was found of each report, a row each; what is no report is named with the reason. Must not
 * know how it was found.
 */

import { t, told } from "@/language/words";
import type { Found, GoalFound } from "@/lessons/report/checking";
import { Button } from "@/ui/Button";
import { Table } from "@/ui/Table";
import type { Check } from "./checks";
import { sameText } from "./csv";
import css from "./report.module.css";

interface CheckTableProps {
  checks: readonly Check[];
  /** The report's run, or that of a goal by its step. */
  onOpen: (id: number, step: string | null) => void;
}

export function CheckTable({ checks, onOpen }: CheckTableProps) {
  return (
    <div className={css.scroll}>
      <Table
        rows="ruled"
        words
        className={css.table}
        caption={t("Reports and what their runs show")}
      >
        <thead>
          <tr>
            <th scope="col">{t("Report")}</th>
            <th scope="col">{t("Lesson or scenario")}</th>
            <th scope="col">{t("Answers right")}</th>
            <th scope="col">{t("Goals reached")}</th>
            <th scope="col">{t("Digest")}</th>
            <th scope="col">{t("As reported")}</th>
            <th scope="col">{t("Run")}</th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => (
            <Row key={check.id} check={check} onOpen={(step) => onOpen(check.id, step)} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

interface RowProps {
  check: Check;
  onOpen: (step: string | null) => void;
}

function Row({ check, onOpen }: RowProps) {
  const { file, name, title, state, found, reason } = check;
  const called = name === "" ? file : name;
  return (
    <tr data-testid="report-row">
      <th scope="row">
        {called}
        {name !== "" && <div className={css.small}>{file}</div>}
      </th>
      {found === null ? (
        <td colSpan={6}>
          {state === "waiting" ? t("Being checked…") : <span className={css.bad}>{reason}</span>}
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
            <Goals found={found} called={called} onOpen={onOpen} />
          </td>
          <td className={found.run.same === "equal" ? css.good : css.bad}>{sameText(found.run)}</td>
          <td>
            <AsReported found={found} />
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
  found: Found;
  called: string;
  onOpen: (step: string) => void;
}

function Goals({ found: { goals, trouble }, called, onOpen }: GoalsProps) {
  if (goals.length === 0) return trouble === "" ? "–" : <span className={css.bad}>{trouble}</span>;
  const reached = goals.filter((goal) => goal.reached).length;
  return (
    <>
      {t("{done} of {all}", { done: reached, all: goals.length })}
      <ul className={css.goals}>
        {goals.map((goal) => (
          <li key={goal.id} className={goal.reached ? css.good : undefined}>
            <span aria-hidden="true">{goal.reached ? "✓ " : "– "}</span>
            {told(goal.title)}
            <span className="sr-only">{`: ${goal.reached ? t("reached") : t("not reached")}`}</span>
            <Aside goal={goal} />
            {goal.reached && (
              <Button
                small
                kind="quiet"
                aria-label={t("Open the run of {called} that reached “{title}”", {
                  called,
                  title: told(goal.title),
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

/** What is to be known of a goal's run beside whether it reached it. */
function Aside({ goal: { claimed, reached, same, why } }: { goal: GoalFound }) {
  if (!claimed || (reached && same === "equal")) return null;
  return <div className={css.small}>{sameText({ same, why })}</div>;
}

function AsReported({ found: { wrong } }: { found: Found }) {
  if (wrong.length === 0) return <span className={css.good}>{t("Yes")}</span>;
  return (
    <div className={css.bad}>
      {t("No:")}
      <ul className={css.goals}>
        {wrong.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
