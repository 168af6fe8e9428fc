/** The actions as a list, numbered as their marks are. Must not know what they do. */

import { t } from "@/language/words";
import { type Scripted, scriptedText } from "@/model/acts/script";
import { type BuildProblem, type Path, problemsIn } from "@/model/builder/part";
import { formatInstant } from "@/model/units";
import { BadgeMark } from "@/ui/Badge";
import css from "./acts.module.css";

interface ActListProps {
  acts: readonly Scripted[];
  durationUs: number;
  problems: readonly BuildProblem[];
  path: Path;
  chosen: Scripted | undefined;
  onChoose: (act: Scripted) => void;
}

export function ActList({ acts, durationUs, problems, path, chosen, onChoose }: ActListProps) {
  if (acts.length === 0) return <p className="hint">{t("Nothing is done in this run.")}</p>;
  return (
    <ol className={css.list} aria-label={t("Actions")}>
      {acts.map((act) => {
        const isWrong = problemsIn(problems, [...path, act.index]).length > 0;
        const isLate = (act.atUs ?? 0) > durationUs;
        return (
          <li key={act.index}>
            <button
              type="button"
              className={css.row}
              aria-pressed={act.index === chosen?.index}
              onClick={() => onChoose(act)}
            >
              <span className="quiet no-break">
                {act.atUs === undefined ? t("no instant") : formatInstant(act.atUs)}
              </span>
              <span>
                {isLate
                  ? t("{act} (after the end of the run)", { act: scriptedText(act) })
                  : scriptedText(act)}
                {isWrong && (
                  <span className="bad">
                    {" "}
                    <BadgeMark shape="cross" /> {t("has a problem")}
                  </span>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
