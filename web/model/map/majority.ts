/** Who holds the newest entry of a leader that is not committed yet. Pure. */

import type { Frame, World } from "@/engine/types";
import { LEADER, LEARNER } from "../roles";

/** A voter holds the entry, its answer is on the way, or neither. */
export type Holding = "yes" | "answering" | "no";

export interface Question {
  /** Index of the entry, and its leader's node and term. */
  entry: number;
  leader: number;
  term: number;
  voters: readonly { node: number; holds: Holding }[];
}

/** What the leader of the newest term waits for; null while all that it holds is committed. */
export function whoHasIt(world: World, frame: Frame): Question | null {
  const { count, role, term, last, commit, node } = frame.replicas;
  let row = -1;
  for (let i = 0; i < count; i++)
    if (role[i] === LEADER && (row < 0 || (term[i] as number) > (term[row] as number))) row = i;
  if (row < 0 || (last[row] as number) <= (commit[row] as number)) return null;
  const entry = last[row] as number;
  const leader = node[row] as number;
  const voters = [];
  for (let i = 0; i < count; i++) {
    if (role[i] === LEARNER) continue;
    const from = node[i] as number;
    const holds = holdsIt(frame, i, { entry, term: termAt(frame, row, entry) })
      ? from === leader || !isAnswering(world, frame, { from, to: leader, entry })
        ? "yes"
        : "answering"
      : "no";
    voters.push({ node: from, holds } as const);
  }
  return { entry, leader, term: term[row] as number, voters };
}

/** How many of the voters make an entry safe. */
export function majorityOf(voters: number): number {
  return Math.floor(voters / 2) + 1;
}

function holdsIt(frame: Frame, row: number, { entry, term }: { entry: number; term: number }) {
  return (frame.replicas.last[row] as number) >= entry && termAt(frame, row, entry) === term;
}

/** The term of an entry in a replica's log, 0 = it does not hold it. */
function termAt({ log_terms }: Frame, row: number, entry: number): number {
  const { replica, term, last } = log_terms;
  for (let i = 0; i < replica.length; i++)
    if (replica[i] === row && (last[i] as number) >= entry) return term[i] as number;
  return 0;
}

function isAnswering(
  world: World,
  { flights }: Frame,
  answer: { from: number; to: number; entry: number },
): boolean {
  for (let i = 0; i < flights.count; i++)
    if (
      flights.from[i] === answer.from &&
      flights.to[i] === answer.to &&
      flights.reject[i] === 0 &&
      flights.fate[i] === 0 &&
      (flights.index[i] as number) >= answer.entry &&
      world.kinds[flights.kind[i] as number]?.id === "ack"
    )
      return true;
  return false;
}
