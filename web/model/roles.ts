/** What a replica is in its group: a row a role of the engine's, by which whoever asks goes. Pure. */

import { ROLES } from "@/engine/vocabulary";
import { msg } from "@/language/words";

export type Role = (typeof ROLES)[number];

interface RoleRow {
  /** Who shows it calls `t`. */
  word: string;
  /** Where there is room for one letter, of who may vote; who asks whether it could win asks. */
  letter?: string;
  /** `learns`: without a vote; `sounds`: asks whether it could win. */
  aim: "leads" | "follows" | "learns" | "asks" | "sounds";
}

export const ROLE_ROWS: Readonly<Record<Role, RoleRow>> = {
  follower: { word: msg("follower"), letter: "F", aim: "follows" },
  "pre-candidate": { word: msg("pre-candidate"), letter: "C", aim: "sounds" },
  candidate: { word: msg("candidate"), letter: "C", aim: "asks" },
  leader: { word: msg("leader"), letter: "L", aim: "leads" },
  learner: { word: msg("learner"), aim: "learns" },
};

export const LEADER = ROLES.findIndex((role) => ROLE_ROWS[role].aim === "leads");
export const LEARNER = ROLES.findIndex((role) => ROLE_ROWS[role].aim === "learns");

/** Also of a store that may be in no role, as when it is down. */
export function leads(state: Role | (string & {})): boolean {
  return state === ROLES[LEADER];
}

export function learns(role: Role): boolean {
  return ROLE_ROWS[role].aim === "learns";
}

export function campaigns(role: Role): boolean {
  return ROLE_ROWS[role].aim === "asks";
}

/** Whether it asks for votes, or whether it could win. */
export function asksForVotes(role: Role): boolean {
  const { aim } = ROLE_ROWS[role];
  return aim === "asks" || aim === "sounds";
}

/** By the engine's number. */
export function roleOf(number: number | undefined): Role {
  return ROLES[number ?? 0] ?? "follower";
}
