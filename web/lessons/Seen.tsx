/** How each part of a step's goal stands, and when it is over, why, with the moment to go to. */

import type { Judged } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { formatMoment } from "@/model/units";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import shared from "@/ui/exercise.module.css";
import { CheckIcon, CloseIcon } from "@/ui/icons";
import css from "./lessons.module.css";
import type { Loss, StepState } from "./machine";
import { decidedText } from "./seen";

/** Met or not, and why; its moment is a place to go to. */
export function Seen({ state }: { state: StepState }) {
  const { verdict, atUs, isSeen, judged, loss, lostBy } = state;
  if (verdict === "open" && judged === null) return null;
  return (
    <section className={shared.part} aria-label={t("See")} data-verdict={verdict}>
      <h3>{t("See")}</h3>
      {verdict === "open" && <p className="hint">{t("Not met yet. So far:")}</p>}
      {verdict === "met" && (
        <p className={css.met}>{t("The goal is met{decided}.", { decided: decidedText(state) })}</p>
      )}
      {loss !== null && <p className={css.lost}>{lossText(loss, atUs ?? 0)}</p>}
      {lostBy !== null && <Reasons judged={[lostBy]} isLoss />}
      {judged !== null && lostBy === null && <Reasons judged={partsOf(judged, loss)} />}
      {verdict === "met" && isSeen && (
        <p className="hint">
          {t(
            "A figure decided it: at the first of these instants it did not hold yet, at the second it did.",
          )}
        </p>
      )}
      {atUs !== null && (
        <div className={css.verbs}>
          <Button onClick={() => void sim.seek(atUs)}>
            {placeName(state)}: {formatMoment(atUs)}
          </Button>
        </div>
      )}
    </section>
  );
}

function lossText(loss: Loss, atUs: number): string {
  const at = formatMoment(atUs);
  if (loss === "time") return t("Not met by {at}, because:", { at });
  if (loss === "end") return t("Not met when the run ended at {at}, because:", { at });
  return t("It can no longer be met from {at} on, because:", { at });
}

/** All parts of a goal, or those on which it failed. */
function partsOf(judged: Judged, loss: Loss | null): readonly Judged[] {
  const parts = judged.parts.length === 0 ? [judged] : judged.parts;
  if (loss === null) return parts;
  const isCause = ({ standing }: Judged) =>
    loss === "broken" ? standing === "broken" : standing !== "met" && standing !== "so_far";
  return parts.filter(isCause);
}

function placeName({ verdict, isSeen }: StepState): string {
  if (verdict === "lost") return t("Go to where it failed");
  return isSeen ? t("Go to where it was first met") : t("Go to the moment");
}

/** How each part stands, as a sign, and as words for who does not see it. */
const SIGNS = {
  met: { name: msg("Met: "), sign: <CheckIcon /> },
  broken: { name: msg("Not met: "), sign: <CloseIcon /> },
  not_yet: { name: msg("Not met: "), sign: <span className={shared.ring} /> },
  so_far: { name: msg("So far: "), sign: "–" },
  undecided: { name: msg("Not known yet: "), sign: "–" },
} as const;

interface ReasonsProps {
  judged: readonly Judged[];
  /** It is what must not come first. */
  isLoss?: boolean;
}

/** A goal's parts, each with what is so. */
function Reasons({ judged, isLoss = false }: ReasonsProps) {
  return (
    <ul className={shared.marked}>
      {judged.map(({ standing, text, found }) => {
        const { name, sign } = SIGNS[isLoss ? "broken" : standing];
        return (
          <li key={`${text} ${found}`} data-standing={isLoss ? "broken" : standing}>
            <span className={shared.sign} aria-hidden="true">
              {sign}
            </span>
            <div>
              <p>
                <span className="sr-only">{t(name)}</span>
                {translate(text)}
              </p>
              <p className="hint">{translate(found)}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
