/** The instant at which a goal was decided, in words; never one that the run has not reached. */

import { t, translate } from "@/language/words";
import { formatMoment } from "@/model/units";
import type { StepState } from "./machine";

/** " at 5 s", " between 4.95 s and 5.2 s", or nothing. */
export function decidedText({ atUs, isSeen, lookUs }: DecidedAt): string {
  if (atUs === null) return "";
  const to = formatMoment(atUs);
  if (!isSeen || lookUs === null || lookUs >= atUs) return t(" at {to}", { to });
  return t(" between {from} and {to}", { from: formatMoment(lookUs), to });
}

/** A goal that is decided: its bookmark, and what is said. */
export function decidedWords(state: StepState, title: string): { mark: string; said: string } {
  const what = state.verdict === "met" ? t("Goal met") : t("Goal missed");
  const seen = state.isSeen ? t(", first seen") : "";
  return {
    mark: t("{what}: {title}", { what: what + seen, title: translate(title) }),
    said: t("{what}.", { what: what + decidedText(state) }),
  };
}

type DecidedAt = Pick<StepState, "atUs" | "isSeen" | "lookUs">;
