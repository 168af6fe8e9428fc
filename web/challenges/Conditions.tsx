/** The conditions, and the goals that earn points, each with how it stands now. */

import { useStore } from "zustand";
import type { Judged } from "@/engine/types";
import { t, translate } from "@/language/words";
import shared from "@/ui/exercise.module.css";
import { CheckIcon, CloseIcon } from "@/ui/icons";
import { challengeStore } from "./challengeStore";
import { markOf } from "./words";

const SIGNS = {
  met: <CheckIcon />,
  broken: <CloseIcon />,
  open: <span className={shared.ring} />,
} as const;

export function Conditions() {
  const score = useStore(challengeStore, (state) => state.run?.score ?? null);
  if (score === null) return null;
  const { conditions, points, over, lost } = score;
  return (
    <>
      <section className={shared.part} aria-label={t("Conditions")}>
        <h3>{t("Conditions")}</h3>
        <ul className={shared.marked}>
          {conditions.map((judged) => (
            <Condition key={judged.text} judged={judged} isOver={over} />
          ))}
        </ul>
        {lost && !over && (
          <p className={shared.note}>
            {t("This run can no longer solve it. Go back in time to before that, or try again.")}
          </p>
        )}
      </section>
      {points.length > 0 && (
        <section className={shared.part} aria-label={t("Points")}>
          <h3>{t("Points")}</h3>
          <ul className={shared.marked}>
            {points.map(({ judged, worth }) => (
              <Condition
                key={translate(judged.text)}
                judged={judged}
                isOver={over}
                worth={t("{n, plural, one {# point} other {# points}}", { n: worth })}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Condition({ judged, isOver, worth }: { judged: Judged; isOver: boolean; worth?: string }) {
  const { shape, words } = markOf(judged, isOver);
  return (
    <li data-standing={shape}>
      <span className={shared.sign} aria-hidden="true">
        {SIGNS[shape]}
      </span>
      <div>
        <p>
          {translate(judged.text)}
          {worth === undefined ? "" : t(": {worth}", { worth })}
        </p>
        <p className="hint">
          <strong>{t("{words}.", { words })}</strong> {translate(judged.found)}
        </p>
      </div>
    </li>
  );
}
