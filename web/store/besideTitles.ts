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
  "lease-unsafe": "unsafe lease reads",
  lease: "lease reads",
  proxy: "proxied reads",
  learner: "learner reads",
  "closest-adaptive": "adaptive reads",
  stale: "stale reads",
  version: "reads by version",
};

/** "with hibernation" or "without hibernation". */
function withOr(name: string, key: Switch): (settings: Settings) => string {
  return (settings) => `${settings[key] ? "with" : "without"} ${name}`;
}

/** Settings that are on or off. */
type Switch = {
  [Key in keyof Settings]: Settings[Key] extends boolean ? Key : never;
}[keyof Settings];

/** Words for one setting of a run. */
const WORDS: Record<Exclude<keyof Settings, "count_framing">, (settings: Settings) => string> = {
  read_mode: ({ read_mode }) => READS[read_mode],
  check_quorum: withOr("check-quorum", "check_quorum"),
  pre_vote: withOr("pre-vote", "pre_vote"),
  skip_commit_broadcast: (settings) =>
    settings.skip_commit_broadcast ? "lazy commits" : "commits told at once",
  apply_delay: ({ apply_delay }) => `apply delay ${apply_delay}`,
  request_timeout: ({ request_timeout }) => `request deadline ${request_timeout}`,
  follower_replication: ({ follower_replication: zones }) =>
    zones.length === 0
      ? "without follower replication"
      : `follower replication in ${zones.join(", ")}`,
  delegate_policy: ({ delegate_policy }) => `${delegate_policy} delegates`,
  aggregate_acks: withOr("bundled acknowledgements", "aggregate_acks"),
  neighbour_snapshots: withOr("snapshots from neighbours", "neighbour_snapshots"),
  delta_encoding: withOr("delta encoding", "delta_encoding"),
  compression: ({ compression }) =>
    compression === "none" ? "without compression" : `with ${compression}`,
  group_commit: withOr("group commit", "group_commit"),
  location_affinity: withOr("location affinity", "location_affinity"),
  balance_leaders: withOr("leader balancing", "balance_leaders"),
  balance_replicas: withOr("replica balancing", "balance_replicas"),
  schedule_hot: withOr("hot-range scheduling", "schedule_hot"),
  split_merge: withOr("split and merge", "split_merge"),
  hot_learners: withOr("learners for hot ranges", "hot_learners"),
  hibernate: withOr("hibernation", "hibernate"),
  timestamps: ({ timestamps }) =>
    timestamps === "none" ? "without timestamps" : `timestamps by ${timestamps}`,
  lease: ({ lease }) => `lease ${lease === "0us" ? "as long as allowed" : lease}`,
  index_by_lease: withOr("read indexes by lease", "index_by_lease"),
  batch_read_index: withOr("batched read indexes", "batch_read_index"),
  read_index_cache: withOr("the read-index cache", "read_index_cache"),
  withhold_votes: withOr("promised votes withheld", "withhold_votes"),
  suspend_lease: withOr("leases suspended by transfers", "suspend_lease"),
  safe_time: ({ safe_time }) =>
    safe_time === "off" ? "without safe times" : `${safe_time} safe times`,
  staleness: ({ staleness }) => `staleness ${staleness}`,
  adaptive_threshold: ({ adaptive_threshold }) => `threshold ${adaptive_threshold} bytes`,
  busy_fallback: withOr("fallback when busy", "busy_fallback"),
  adaptive_by: ({ adaptive_by }) => `adaptive by ${adaptive_by}`,
  follower_choice: ({ follower_choice }) => `${follower_choice} followers`,
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
    const differing = keys.filter((key) => String(one[key]) !== String(other[key]));
    if (differing.length > 0) {
      const words = (settings: Settings) => differing.map((key) => WORDS[key](settings)).join(", ");
      return [words(one), words(other)];
    }
  }
  const variants: [string, string] = [variantTitle(a), variantTitle(b)];
  return variants[0] === variants[1] ? ["first run", "second run"] : variants;
}

function variantTitle({ world }: Named): string {
  return world?.variants.find(({ id }) => id === world.variant)?.title ?? "";
}
