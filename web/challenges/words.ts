/** What is said of a run of a challenge. */

import type { Challenge, ChallengeRun, Judged, RunScore } from "@/engine/types";
import { t } from "@/language/words";
import { formatDuration } from "@/model/units";
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
      return { shape: "met", words: isOver ? t("Holds") : t("Holds so far") };
    case "broken":
      return { shape: "broken", words: t("Can no longer hold") };
    case "undecided":
      return { shape: "open", words: isOver ? t("Does not hold") : t("Not known yet") };
    case "not_yet":
      return {
        shape: isOver ? "broken" : "open",
        words: isOver ? t("Does not hold") : t("Not yet"),
      };
  }
}

/** Filled and empty stars; words stand beside them. */
export function starSigns(stars: number): string {
  return "★".repeat(stars) + "☆".repeat(3 - stars);
}

export function starWords(stars: number): string {
  return stars === 0 ? t("no star") : t("{n, plural, one {# star} other {# stars}}", { n: stars });
}

/** "9.3 s left of 14 s". */
export function timeLeft(nowUs: number, endUs: number): string {
  const left = Math.max(0, endUs - nowUs);
  if (left === 0) return t("The time is over: {end}", { end: formatDuration(endUs) });
  return t("{left} left of {end}", { left: formatDuration(left), end: formatDuration(endUs) });
}

/** "2 of 8 acts", "2 acts". */
export function actsDone(done: number, most: Challenge["acts"]): string {
  return most === null
    ? t("{n, plural, one {# act} other {# acts}}", { n: done })
    : t("{done} of {n, plural, one {# act} other {# acts}}", { done, n: most });
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
  if (stars === 0)
    return conditions.length === 1 ? t("1 star: the condition") : t("1 star: all conditions");
  return stars === 1
    ? t("2 stars: {asked}", { asked: asked[0] })
    : t("3 stars: {asked}", { asked: asked[1] });
}

/** What came of a run whose time is over, and what beat what. */
export function resultWords(run: ChallengeRun, best: Best | undefined, isOwn: boolean): string {
  const { solved, told, stars } = run.score;
  if (!solved) return notSolved(run);
  const came = t("Solved: {told}, {stars}.", { told, stars: starWords(stars) });
  if (!isOwn) return t("{came} This run came by a link: it is not yours.", { came });
  if (best === undefined) return t("{came} Your first solution.", { came });
  if (best.digest === run.digest) return t("{came} This is your best run.", { came });
  const beats = isBetter(run.score, best);
  return beats
    ? t("{came} Better than your {told}.", { came, told: best.told })
    : t("{came} Your best: {told}.", { came, told: best.told });
}

function notSolved({ score, refused }: ChallengeRun): string {
  if (refused.length > 0) return t("Not solved: something was done that is not allowed.");
  const open = score.conditions.filter(({ standing }) => !["met", "so_far"].includes(standing));
  return t("Not solved: {n, plural, one {# condition} other {# conditions}} of {all} missed.", {
    n: open.length,
    all: score.conditions.length,
  });
}
