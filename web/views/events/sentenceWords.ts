/** Words and templates of sentences by the engine’s numbers and names for them. */

import type { REFUSALS } from "@/engine/vocabulary";
import { msg } from "@/language/words";
import type { Role } from "@/model/roles";

export const DEATHS = [
  msg("is lost on the way"),
  msg("is lost at a cut"),
  msg("was dropped by hand"),
  msg("finds its receiver down"),
  msg("is lost with its connection"),
  msg("is dropped: the buffers are full"),
  msg("does not get through: its sender closes the connection"),
];

export const REFUSAL_WORDS: Record<(typeof REFUSALS)[number], string> = {
  not_leader: msg("it does not lead"),
  dropped: msg("Raft dropped the proposal"),
  unavailable: msg("it is down"),
  wrong_range: msg("it does not hold the key"),
  lagging_index: msg("it lags too far behind the read index"),
  not_safe_yet: msg("it is not safe to read at that time yet"),
  busy: msg("it is busy"),
  locked: msg("it met a lock of another transaction"),
  write_conflict: msg("it found a newer version"),
  read_only_session: msg("its session is read-only"),
  below_skew: msg("the bound is below twice the clock skew"),
  no_learner: msg("it has no learner"),
  no_timestamp: msg("no timestamp came in time"),
  silent: msg("it did not answer in time"),
  needs_timestamps: msg("it cannot be done without timestamps, which are off"),
};

export const SAVERS = [
  msg("It goes to a delegate once"),
  msg("It leaves out what the receiver knows"),
  msg("It is compressed"),
  msg("It comes from a nearby replica"),
];

/** Of the others it is said whose they become. */
const BECOMES: Readonly<Partial<Record<Role, string>>> = {
  "pre-candidate": msg("Asks for pre-votes for term {next}."),
  candidate: msg("Campaigns as candidate in term {term}."),
  leader: msg("Becomes leader of term {term}."),
};

export function becoming(role: Role, hasLeader: boolean): string {
  const other = hasLeader
    ? msg("Becomes {role} of {leader} in term {term}.")
    : msg("Becomes {role} in term {term}.");
  return BECOMES[role] ?? other;
}
