/** What the review says of the run that it made. Pure. */

import { t } from "@/language/words";
import { formatInstant } from "@/model/units";
import type { Review, ReviewState } from "@/session/recording/review";

/** How far the run is, or what it is. */
export function runText({ run }: ReviewState, review: Review): string {
  switch (run.state) {
    case "running":
      return t("Running it: {at} of {end}.", {
        at: formatInstant(run.us),
        end: formatInstant(review.endUs()),
      });
    case "failed":
      return t("It does not run. {why}", { why: run.message });
    case "ran":
      return run.refused.reduce(
        (before, what) => t("{before} Not done: {what}.", { before, what }),
        ranText(run.digest, review),
      );
  }
}

function ranText(ran: string, review: Review): string {
  const { digest } = review.recording;
  if (!review.isWhole()) {
    const at = formatInstant(review.endUs());
    return t("It ran to {at}: digest {digest}.", { at, digest: ran });
  }
  return ran === digest
    ? t("It ran, and is your session: digest {digest}.", { digest })
    : t("It ran, and is not your session: digest {ran} instead of {digest}.", { ran, digest });
}

export interface Trouble {
  /** Nothing; something to know; or it cannot be opened. */
  kind: "none" | "warn" | "stop";
  text: string;
}

/** What stands between the review and the scenario. */
export function trouble({ run, goals }: ReviewState, title: string): Trouble {
  if (title.trim() === "") return { kind: "stop", text: t("A scenario has a title.") };
  if (run.state === "running") return { kind: "stop", text: "" };
  if (run.state === "failed") return { kind: "stop", text: "" };
  const missed = goals.filter(({ wanted, verdict }) => wanted && verdict?.met !== true).length;
  if (missed === 0) return { kind: "none", text: "" };
  return {
    kind: "warn",
    text: t(
      "{n, plural, one {# expectation does not hold} other {# expectations do not hold}} in this run. Leave it out, or take the limits from this run; else the scenario says at its end that it is not met.",
      { n: missed },
    ),
  };
}
