/**
 * What is said of a run of a challenge: how a condition stands, what is left, what came of it and
 * what it is measured against. Pure.
 */

import type { Challenge, ChallengeRun, Judged, RunScore } from "@/engine/types";
import { formatDuration, plural } from "@/model/units";
import type { Best } from "./bests";

/** How a condition stands, as one of three shapes and in words. */
export interface Mark {
  shape: "met" | "open" | "broken";
  words: string;
}

/** `isOver`: its time is over, and what is so stays so. */
export function markOf({ standing }: Pick<Judged, "standing">, isOver: boolean): Mark {
  switch (standing) {
    case "met":
    case "so_far":
      return { shape: "met", words: isOver ? "Holds" : "Holds so far" };
    case "broken":
      return { shape: "broken", words: "Can no longer hold" };
    case "undecided":
      return { shape: "open", words: isOver ? "Does not hold" : "Cannot be said yet" };
    case "not_yet":
      return { shape: isOver ? "broken" : "open", words: isOver ? "Does not hold" : "Not yet" };
  }
}

/** Filled and empty stars; words stand beside them. */
export function starSigns(stars: number): string {
  return "★".repeat(stars) + "☆".repeat(3 - stars);
}

export function starWords(stars: number): string {
  return stars === 0 ? "no star" : plural(stars, "star");
}

/** "9.3 s left of 14 s". */
export function timeLeft(nowUs: number, endUs: number): string {
  const left = Math.max(0, endUs - nowUs);
  if (left === 0) return `The time is over: ${formatDuration(endUs)}`;
  return `${formatDuration(left)} left of ${formatDuration(endUs)}`;
}

/** "2 of 8 acts", "2 acts". */
export function actsDone(done: number, most: Challenge["acts"]): string {
  return most === null ? plural(done, "act") : `${done} of ${plural(most, "act")}`;
}

/** Whether a run is better than the one that is kept. */
export function isBetter(
  { value, better }: Pick<RunScore, "value" | "better">,
  best: Pick<Best, "value"> | undefined,
): boolean {
  if (value === null) return false;
  if (best === undefined) return true;
  return better === "less" ? value < best.value : value > best.value;
}

/** What the next star asks for; "" with all of them. */
export function nextStar({ stars, asked, conditions }: RunScore): string {
  if (stars === 3) return "";
  if (stars === 0) return `1 star: ${conditions.length === 1 ? "the condition" : "all conditions"}`;
  return stars === 1 ? `2 stars: ${asked[0]}` : `3 stars: ${asked[1]}`;
}

/** What came of a run whose time is over, and what beat what. */
export function resultWords(run: ChallengeRun, best: Best | undefined, isOwn: boolean): string {
  const { solved, told, stars } = run.score;
  if (!solved) return notSolved(run);
  const came = `Solved: ${told}, ${starWords(stars)}.`;
  if (!isOwn) return `${came} This run came by a link: it is not yours.`;
  if (best === undefined) return `${came} Your first solution.`;
  if (best.digest === run.digest) return `${came} This is your best run.`;
  const beats = isBetter(run.score, best);
  return beats ? `${came} Better than your ${best.told}.` : `${came} Your best: ${best.told}.`;
}

function notSolved({ score, refused }: ChallengeRun): string {
  if (refused.length > 0) return "Not solved: something was done that is not allowed.";
  const open = score.conditions.filter(({ standing }) => !["met", "so_far"].includes(standing));
  return `Not solved: ${plural(open.length, "condition")} of ${score.conditions.length} missed.`;
}
