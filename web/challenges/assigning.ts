/**
 * Which seeds of a challenge have a solution: the acts that solve it here are played in each, in a
 * worker of their own. Must not know who asks, nor how a link is made of it.
 */

import type { LoggedAction } from "@/engine/types";
import type { Fetched } from "@/model/fetched";
import { type SideDeps, SideRun } from "@/session/sideRun";
import { scoredRun } from "./report/judging";

export interface Solution {
  /** The challenge's file, and the text of its run. */
  challenge: string;
  scenario: string;
  variant: string;
  endUs: number;
  actions: readonly LoggedAction[];
  /** What it has to earn in a seed. */
  stars: number;
}

export interface SeedsDeps extends SideDeps {
  /** So many were played, and so many of them were solved. */
  say(played: number, solved: number): void;
}

/** The seeds in which the acts earn the stars; what the engine refuses is a sentence. */
export async function solvedSeeds(
  deps: SeedsDeps,
  solution: Solution,
  seeds: readonly number[],
): Promise<Fetched<number[]>> {
  const { scenario, variant, actions, endUs } = solution;
  const link = deps.makeLink();
  const side = new SideRun(link);
  const solved: number[] = [];
  try {
    for (const [at, seed] of seeds.entries()) {
      const spec = { scenario, variant, seed, actions, forward: true };
      const came = await side.at(spec, endUs, { isWanted: deps.isWanted });
      if (came === undefined) return { ok: true, value: solved };
      if (!came.ok) return came;
      const run = await scoredRun(link, solution.challenge, actions);
      if (!run.ok) return run;
      const { score } = run.value;
      if (score.solved && score.stars >= solution.stars) solved.push(seed);
      deps.say(at + 1, solved.length);
    }
    return { ok: true, value: solved };
  } finally {
    side.close("");
  }
}
