/** What came of a run whose time is over, what it is measured against, and what there is to learn. */

import { t } from "@/language/words";
import { Prose } from "@/lessons/Prose";
import type { Ended } from "./challengeStore";
import css from "./challenges.module.css";
import { Luck } from "./Luck";
import { resultWords, starSigns, starWords } from "./words";

interface Props {
  ended: Ended;
  why: string;
  challenge: string;
}

export function Result({ ended, why, challenge }: Props) {
  const { run, before, isOwn } = ended;
  const { solved, stars } = run.score;
  return (
    <section
      className={solved ? css.solved : css.missed}
      aria-label={t("Result")}
      data-solved={solved}
    >
      <p>
        {solved && (
          <span
            className={css.large}
            role="img"
            aria-label={t("{stars} of 3", { stars: starWords(stars) })}
          >
            {starSigns(stars)}
          </span>
        )}
        <strong>{resultWords(run, before, isOwn)}</strong>
      </p>
      {solved && <Prose>{why}</Prose>}
      {solved && isOwn && <Luck key={run.digest} ended={ended} challenge={challenge} />}
      <p className="hint">
        {t("Digest")} <code>{run.digest}</code>
      </p>
    </section>
  );
}
