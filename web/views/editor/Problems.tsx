/** What is wrong with the text, problem by problem; each leads to its place. */

import { t } from "@/language/words";
import type { Checked, PlacedProblem } from "@/session/editing/checker";
import css from "./editor.module.css";

interface ProblemsProps {
  /** Null: not looked at yet. */
  checked: Checked | null;
  onChoose: (problem: PlacedProblem) => void;
}

export function Problems({ checked, onChoose }: ProblemsProps) {
  const problems = checked?.kind === "checked" ? checked.problems : [];
  return (
    <section className="grid-1 ruled pads" aria-label={t("Problems")}>
      <p role="status" className={problems.length > 0 ? "bad strong" : "quiet"}>
        {sumText(checked)}
      </p>
      {problems.length > 0 && (
        <ul className={css.list}>
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.text}`}>
              <button type="button" className={css.problem} onClick={() => onChoose(problem)}>
                <span className="quiet">
                  {t("line {line}", { line: problem.span.line })}
                  {problem.path !== "" && <code> {problem.path}</code>}
                </span>
                <span>{problem.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function sumText(checked: Checked | null): string {
  if (checked === null) return t("Being checked…");
  if (checked.kind === "unchecked") return t("Not checked. {why}", { why: checked.message });
  const { length } = checked.problems;
  return length === 0
    ? t("No problems: it can run.")
    : t("{n, plural, one {# problem} other {# problems}}", { n: length });
}
