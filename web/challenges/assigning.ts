/** Whether acts that solve a challenge here solve it in other seeds or other futures. */

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
  say(played: number, solved: number): void;
}

/** One way that the run may go: its seed, and what is done in it before the solution's acts. */
interface Way {
  seed: number;
  before: readonly LoggedAction[];
}

/** The seeds in which the acts earn the stars; what the engine refuses is a sentence. */
export async function solvedSeeds(
  deps: SeedsDeps,
  solution: Solution,
  seeds: readonly number[],
): Promise<Fetched<number[]>> {
  const ways = seeds.map((seed) => ({ seed, before: [] }));
  const found = await solvedWays(deps, solution, ways);
  return found.ok ? { ok: true, value: found.value.map(({ seed }) => seed) } : found;
}

/** In how many futures of its start a run of this seed holds with the same acts. */
export async function solvedFutures(
  deps: SeedsDeps,
  solution: Solution,
  { seed, count }: { seed: number; count: number },
): Promise<Fetched<number>> {
  const ways = Array.from({ length: count }, (_, place) => {
    const action = { do: "redraw" as const, stream: place + 1 };
    return { seed, before: [{ at_us: 1, action, text: "" }] };
  });
  const found = await solvedWays(deps, solution, ways);
  return found.ok ? { ok: true, value: found.value.length } : found;
}

async function solvedWays<W extends Way>(
  deps: SeedsDeps,
  solution: Solution,
  ways: readonly W[],
): Promise<Fetched<W[]>> {
  const { scenario, variant, actions, endUs } = solution;
  const link = deps.makeLink();
  const side = new SideRun(link);
  const solved: W[] = [];
  try {
    for (const [at, way] of ways.entries()) {
      const { seed, before } = way;
      const log = [...before, ...actions];
      const spec = { scenario, variant, seed, actions: log, forward: true };
      const came = await side.at(spec, endUs, { isWanted: deps.isWanted });
      if (came === undefined) return { ok: true, value: solved };
      if (!came.ok) return came;
      // What draws chance anew is no act of the person's.
      const run = await scoredRun(link, solution.challenge, actions);
      if (!run.ok) return run;
      const { score } = run.value;
      if (score.solved && score.stars >= solution.stars) solved.push(way);
      deps.say(at + 1, solved.length);
    }
    return { ok: true, value: solved };
  } finally {
    side.close("");
  }
}
