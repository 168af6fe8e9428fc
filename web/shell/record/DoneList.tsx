/** What was done, each with its instant: any of it can be left out. Must not know what that changes. */

import type { LoggedAction } from "@/engine/types";
import { t } from "@/language/words";
import { formatInstant } from "@/model/units";
import { recorder } from "@/session/recording/recorder";
import { recordedOf } from "@/session/recording/recording";
import type { Review, ReviewState } from "@/session/recording/review";
import { CheckField } from "@/ui/Fields";

function sentenceOf({ at_us, text }: LoggedAction) {
  return { at: formatInstant(at_us), what: text };
}

export function DoneList({ review, state }: { review: Review; state: ReviewState }) {
  const { actions, recording } = review;
  const endUs = review.endUs();
  const before = recorder.getState().recording?.before ?? [];
  const recorded = new Set(recordedOf(recording.session, before));
  return (
    <section className="grid" aria-labelledby="recorded-actions">
      <h3 id="recorded-actions">{t("What was done")}</h3>
      {actions.length === 0 && (
        <p>{t("Nothing by hand: the scenario is the run as it was, with this seed.")}</p>
      )}
      <ul className="grid-0 gap-hair breaks">
        {actions.map((logged, place) => (
          // The log does not change while it is reviewed.
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in the log is what it is
          <li key={place}>
            {logged.at_us > endUs ? (
              <span className="small">
                {t("{at} {what} After the end: left out.", sentenceOf(logged))}
              </span>
            ) : (
              <CheckField
                label={
                  recorded.has(logged)
                    ? t("{at} {what}", sentenceOf(logged))
                    : t("{at} {what} Done before the recording began.", sentenceOf(logged))
                }
                checked={state.kept[place] === true}
                onChange={(isKept) => void review.keep(place, isKept)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
