/** The seeds of an assignment: those in which the solution that is shown earns what is asked for. */

import { type SeedsDeps, solvedSeeds } from "@/challenges/assigning";
import { challengeStore } from "@/challenges/challengeStore";
import { t } from "@/language/words";
import { candidates } from "@/model/assignment/assignment";
import type { Fetched } from "@/model/fetched";
import { logOf } from "@/session/session";
import { simStore } from "@/session/simStore";

/** So many are played, and with fewer of them solved the seeds decide more than the student. */
export const PLAYED = 16;
export const SOLVED_MIN = 6;

/** Letters of chance; they hide nothing, and tell two assignments apart. */
export function freshSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function assignedSeeds(
  deps: SeedsDeps,
  salt: string,
  stars: number,
): Promise<Fetched<number[]>> {
  const { play, ended } = challengeStore.getState();
  const { session } = simStore.getState();
  if (play === null || session === null || ended === null || !ended.run.score.solved)
    return {
      ok: false,
      message: t("Solve the challenge first: your solution is what is played in the seeds."),
    };
  const solution = {
    ...{ challenge: play.text, scenario: session.text, variant: session.variant },
    ...{ endUs: ended.run.end_us, actions: logOf(session), stars },
  };
  const solved = await solvedSeeds(deps, solution, candidates(salt, PLAYED));
  if (!solved.ok || solved.value.length >= SOLVED_MIN) return solved;
  return {
    ok: false,
    message: t(
      "In {all} seeds your solution holds {n} times; expected at least {least}. Make it sturdier, ask for fewer stars, or give everybody the same run.",
      { all: PLAYED, n: solved.value.length, least: SOLVED_MIN },
    ),
  };
}
