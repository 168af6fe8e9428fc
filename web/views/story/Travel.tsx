/**
 * How writes travel and where replicas live: groups of switches that are fetched when one is
 * opened. A group with something on stands open. Must not know what a switch does.
 */

import { lazy, Suspense } from "react";

import type { Settings } from "@/protocol/engine";
import { useSim } from "@/store/simStore";
import type { SwitchGroup } from "@/store/writeSwitches";
import { Boundary } from "@/ui/Boundary";
import { Fold } from "@/ui/Section";

const TravelGroup = lazy(async () => ({
  default: (await import("./TravelGroup")).TravelGroup,
}));

interface Group {
  id: SwitchGroup;
  title: string;
  keys: readonly (keyof Settings)[];
}

const GROUPS: readonly Group[] = [
  {
    id: "replication",
    title: "How writes reach the zones",
    keys: ["follower_replication", "aggregate_acks", "neighbour_snapshots", "group_commit"],
  },
  { id: "wire", title: "How messages are packed", keys: ["delta_encoding", "compression"] },
  {
    id: "placement",
    title: "Where replicas live",
    keys: [
      "location_affinity",
      "balance_leaders",
      "balance_replicas",
      "schedule_hot",
      "split_merge",
      "hot_learners",
      "hibernate",
    ],
  },
];

export function Travel() {
  const settings = useSim((state) => state.frame?.settings);
  const run = useSim((state) => `${state.world?.title}/${state.world?.variant}`);
  if (settings === undefined) return null;
  return GROUPS.map(({ id, title, keys }) => {
    const on = keys.filter((key) => isOn(settings[key])).length;
    return (
      <Fold
        key={`${run}/${id}`}
        title={title}
        note={on === 0 ? "" : `${on} on`}
        open={on > 0}
        later
      >
        <Boundary name={title}>
          <Suspense fallback={null}>
            <TravelGroup group={id} />
          </Suspense>
        </Boundary>
      </Fold>
    );
  });
}

function isOn(value: Settings[keyof Settings]): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== false && value !== "none";
}
