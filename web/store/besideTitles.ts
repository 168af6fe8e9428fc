/**
 * What two runs beside each other are called: by what differs between them now. Pure.
 * Must not know where titles stand.
 */

import type { ReadMode, Settings } from "@/protocol/engine";
import type { SimState } from "./simStore";

const READS: Record<ReadMode, string> = {
  local: "local reads",
  "leader-unchecked": "unchecked leader reads",
  leader: "leader reads",
  follower: "follower reads",
};

/** Words for one setting of a run. */
const WORDS: Record<Exclude<keyof Settings, "count_framing">, (settings: Settings) => string> = {
  read_mode: ({ read_mode }) => READS[read_mode],
  check_quorum: ({ check_quorum }) => `${check_quorum ? "with" : "without"} check-quorum`,
  pre_vote: ({ pre_vote }) => `${pre_vote ? "with" : "without"} pre-vote`,
  skip_commit_broadcast: (settings) =>
    settings.skip_commit_broadcast ? "lazy commits" : "commits told at once",
  apply_delay: ({ apply_delay }) => `apply delay ${apply_delay}`,
  request_timeout: ({ request_timeout }) => `request deadline ${request_timeout}`,
};

type Named = Pick<SimState, "world" | "frame">;

/** Titles of the first and the second run. */
export function besideTitles(
  a: Named,
  b: Named,
  names: [string, string] | null = null,
): [string, string] {
  if (names !== null) return names;
  const one = a.frame?.settings;
  const other = b.frame?.settings;
  if (one !== undefined && other !== undefined) {
    const keys = Object.keys(WORDS) as (keyof typeof WORDS)[];
    const differing = keys.filter((key) => one[key] !== other[key]);
    if (differing.length > 0) {
      const words = (settings: Settings) => differing.map((key) => WORDS[key](settings)).join(", ");
      return [words(one), words(other)];
    }
  }
  const variants: [string, string] = [a.world?.variant ?? "", b.world?.variant ?? ""];
  return variants[0] === variants[1] ? ["first run", "second run"] : variants;
}
