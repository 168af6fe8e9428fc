/**
 * Goes through time and branches by the dice of a seed, by the page's public messages. Runs inside
 * the page as one function, so that thousands of messages cost no way between two programs.
 * Must not know which scenario runs.
 */

import type { Branch, Run } from "../web/engine/embed";
import type { Action, LoggedAction } from "../web/engine/types";

export interface Dice {
  seed: number;
  sequences: number;
  spanUs: number;
  actions: Action[];
}

/** A branch at the end of a sequence: what was done in it, and its digest. */
export interface Wandered {
  log: LoggedAction[];
  digest: string;
}

interface Branches {
  branches: Branch[];
  current: number;
}

/** At the end of each sequence the branch that is shown; and how many branches there were. */
export async function wanderBranches({
  seed,
  sequences,
  spanUs,
  actions,
}: Dice): Promise<{ ends: Wandered[]; branches: number }> {
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const ask = <T = Run>(request: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = crypto.randomUUID();
      const hear = ({ source, data }: MessageEvent): void => {
        if (source !== window || data?.id !== id || !("ok" in data)) return;
        window.removeEventListener("message", hear);
        if (data.ok) resolve(data.value);
        else reject(new Error(data.error));
      };
      window.addEventListener("message", hear);
      window.postMessage({ atlas: 1, id, ...request }, location.origin);
    });
  const branchesNow = (): Promise<Branches> => ask<Branches>({ do: "query", what: "branches" });
  const othersOf = ({ branches, current }: Branches): number[] =>
    branches.map(({ id }) => id).filter((id) => id !== current);

  /** Seeks, steps back, switches or acts. */
  const move = async (nowUs: number): Promise<Run | undefined> => {
    const choice = random(10);
    const others = othersOf(await branchesNow());
    const other = others[random(others.length)];
    if (choice < 3) return ask({ do: "seek", us: random(spanUs) });
    if (choice < 5) return ask({ do: "step", by: -1 });
    if (choice < 7 && other !== undefined) return ask({ do: "branch", branch: other });
    if (nowUs >= spanUs) return undefined;
    return ask({ do: "act", action: actions[random(actions.length)] });
  };

  const ends: Wandered[] = [];
  let made = 0;
  let { us } = await ask({ do: "query", what: "run" });
  for (let sequence = 0; sequence < sequences; sequence += 1) {
    for (let moves = 0; moves < 4; moves += 1) us = (await move(us))?.us ?? us;
    const end = await ask({ do: "seek", us: spanUs });
    us = end.us;
    const known = await branchesNow();
    const shown = known.branches.find(({ id }) => id === known.current);
    ends.push({ log: shown?.actions ?? [], digest: end.digest });
    made = Math.max(made, ...known.branches.map(({ id }) => id));
    const most = Math.max(0, known.branches.length - 12);
    for (const branch of othersOf(known).slice(0, most)) await ask({ do: "remove", branch });
  }
  return { ends, branches: made };
}
