/** What the review says of the run that it made. Pure. */

import { formatInstant, plural } from "@/model/units";
import type { Review, ReviewState } from "@/session/recording/review";

/** How far the run is, or what it is. */
export function runText({ run }: ReviewState, review: Review): string {
  switch (run.state) {
    case "running":
      return `Running it: ${formatInstant(run.us)} of ${formatInstant(review.endUs())}.`;
    case "failed":
      return `It does not run. ${run.message}`;
    case "ran": {
      const refused = run.refused.map((line) => ` Not done: ${line}.`).join("");
      const { digest } = review.taken;
      if (review.isWhole()) {
        return run.digest === digest
          ? `It ran, and is your session: digest ${digest}.${refused}`
          : `It ran, and is not your session: digest ${run.digest} instead of ${digest}.${refused}`;
      }
      return `It ran to ${formatInstant(review.endUs())}: digest ${run.digest}.${refused}`;
    }
  }
}

export interface Trouble {
  /** Nothing; something to know; or it cannot be opened. */
  kind: "none" | "warn" | "stop";
  text: string;
}

/** What stands between the review and the scenario. */
export function trouble({ run, goals }: ReviewState, title: string): Trouble {
  if (title.trim() === "") return { kind: "stop", text: "A scenario has a title." };
  if (run.state === "running") return { kind: "stop", text: "" };
  if (run.state === "failed") return { kind: "stop", text: "" };
  const missed = goals.filter(({ wanted, verdict }) => wanted && verdict?.met !== true).length;
  if (missed === 0) return { kind: "none", text: "" };
  const what = plural(missed, "expectation does not hold", "expectations do not hold");
  return {
    kind: "warn",
    text: `${what} in this run. Leave it out, or take the limits from this run; else the scenario says at its end that it is not met.`,
  };
}
