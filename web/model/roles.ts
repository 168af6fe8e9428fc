/** What a replica is in its group: the engine's roles, by number, their words and letters. Pure. */

import { ROLES } from "@/engine/vocabulary";
import { msg } from "@/language/words";

export type Role = (typeof ROLES)[number];

export const LEADER = numberOf("leader");
export const LEARNER = numberOf("learner");

/** Who shows it calls `t`. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  follower: msg("follower"),
  "pre-candidate": msg("pre-candidate"),
  candidate: msg("candidate"),
  leader: msg("leader"),
  learner: msg("learner"),
};

/** Where there is room for one letter, of who may vote; who asks whether it could win asks. */
export const ROLE_LETTERS: Readonly<Record<Exclude<Role, "learner">, string>> = {
  follower: "F",
  "pre-candidate": "C",
  candidate: "C",
  leader: "L",
};

/** By the engine's number. */
export function roleOf(number: number | undefined): Role {
  return ROLES[number ?? 0] ?? "follower";
}

export function numberOf(role: Role): number {
  return ROLES.indexOf(role);
}

/** Whether it asks for votes, or whether it could win. */
export function asksForVotes(role: Role): boolean {
  return role === "candidate" || role === "pre-candidate";
}
