/**
 * What is wrong with the text, problem by problem; each leads to its place.
 */

import { plural } from "@/model/units";
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
    <section className={css.problems} aria-label="Problems">
      <p role="status" className={problems.length > 0 ? css.bad : css.fine}>
        {sumText(checked)}
      </p>
      {problems.length > 0 && (
        <ul className={css.list}>
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.text}`}>
              <button type="button" className={css.problem} onClick={() => onChoose(problem)}>
                <span className={css.place}>
                  line {problem.span.line}
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
  if (checked === null) return "Being checked…";
  if (checked.kind === "unchecked") return `Not checked. ${checked.message}`;
  const { length } = checked.problems;
  return length === 0 ? "No problems: it can run." : plural(length, "problem");
}
