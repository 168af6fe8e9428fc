/**
 * How a group is led: its switches in words. Must not know how they are shown.
 */

import type { Settings } from "@/protocol/engine";

interface LeadSwitch {
  key: keyof Pick<Settings, "check_quorum" | "pre_vote" | "skip_commit_broadcast">;
  name: string;
  text: string;
}

export const LEAD_SWITCHES: readonly LeadSwitch[] = [
  {
    key: "check_quorum",
    name: "Check quorum",
    text: "A leader that has not heard from a majority for an election timeout steps down.",
  },
  {
    key: "pre_vote",
    name: "Pre-vote",
    text: "A store checks that it could win before it raises its term, so that a store that was cut off does not depose a working leader.",
  },
  {
    key: "skip_commit_broadcast",
    name: "Lazy commits",
    text: "Followers learn the commit index with the next append or heartbeat, not from a message of its own.",
  },
];
