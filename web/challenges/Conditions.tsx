/**
 * The conditions, and the goals that earn points, each with how it stands at this instant: by a sign,
 * a word, and what is so. Must not know how goals are judged.
 */

import { useStore } from "zustand";

import type { Judged } from "@/engine/types";
import { plural } from "@/model/units";
import { CheckIcon, CloseIcon } from "@/ui/icons";
import { challengeStore } from "./challengeStore";
import css from "./challenges.module.css";
import { markOf } from "./words";

const SIGNS = {
  holds: <CheckIcon />,
  broken: <CloseIcon />,
  open: <span className={css.ring} />,
} as const;

export function Conditions() {
  const score = useStore(challengeStore, (state) => state.run?.score ?? null);
  if (score === null) return null;
  const { conditions, points, over, lost } = score;
  return (
    <>
      <section className={css.part} aria-label="Conditions">
        <h3>Conditions</h3>
        <ul className={css.conditions}>
          {conditions.map((judged) => (
            <Condition key={judged.text} judged={judged} isOver={over} />
          ))}
        </ul>
        {lost && !over && (
          <p className={css.note}>
            This run can no longer solve it. Go back in time to before that, or try again.
          </p>
        )}
      </section>
      {points.length > 0 && (
        <section className={css.part} aria-label="Points">
          <h3>Points</h3>
          <ul className={css.conditions}>
            {points.map(({ judged, worth }) => (
              <Condition
                key={judged.text}
                judged={judged}
                isOver={over}
                worth={plural(worth, "point")}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ConditionProps {
  judged: Judged;
  isOver: boolean;
  worth?: string;
}

function Condition({ judged, isOver, worth }: ConditionProps) {
  const { shape, words } = markOf(judged, isOver);
  return (
    <li data-shape={shape}>
      <span className={css.sign} aria-hidden="true">
        {SIGNS[shape]}
      </span>
      <div>
        <p>
          {judged.text}
          {worth === undefined ? "" : `: ${worth}`}
        </p>
        <p className={css.hint}>
          <strong>{words}.</strong> {judged.found}
        </p>
      </div>
    </li>
  );
}
