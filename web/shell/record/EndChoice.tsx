/** Where the scenario ends: expectations are judged there. Must not know what a run costs. */

import { msg, t } from "@/language/words";
import { formatInstant } from "@/model/units";
import { type Ends, endsUs, type Review, type ReviewState } from "@/session/recording/review";
import { SelectField } from "@/ui/Fields";

const WORDS: Record<Ends, string> = {
  shown: msg("at the instant shown"),
  furthest: msg("at the furthest instant reached"),
  scenario: msg("where the scenario ended"),
};

export function EndChoice({ review, state }: { review: Review; state: ReviewState }) {
  const instants = endsUs(review.recording);
  const known = new Set<number>();
  // Of those that are one instant the first is offered, or the chosen one.
  const offered = (["shown", "furthest", "scenario"] as const).filter((ends) => {
    const us = instants[ends];
    const isSame = known.has(us) || (ends !== state.ends && us === instants[state.ends]);
    known.add(us);
    return us > 0 && !isSame;
  });
  return (
    <SelectField
      label={t("The scenario ends")}
      options={offered.map((ends) => ({
        value: ends,
        label: t("{what}, {time}", {
          what: t(WORDS[ends]),
          time: formatInstant(instants[ends]),
        }),
      }))}
      value={state.ends}
      onChange={(ends) => void review.endAt(ends)}
    />
  );
}
