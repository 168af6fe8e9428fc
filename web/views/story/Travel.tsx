/**
 * What lies behind the choice of a mode, how writes travel and where replicas live: groups of
 * switches that are fetched when one is opened. A group with something changed stands open. Must
 * not know what a switch does.
 */

import { lazy, Suspense } from "react";

import type { ReadMode, Settings } from "@/protocol/engine";
import type { ReadGroup as Reads } from "@/store/readSwitches";
import { useSim } from "@/store/simStore";
import type { SwitchGroup } from "@/store/writeSwitches";
import { Boundary } from "@/ui/Boundary";
import { Fold } from "@/ui/Section";

const ReadGroup = lazy(async () => ({
  default: (await import("./ReadGroup")).ReadGroup,
}));
const TravelGroup = lazy(async () => ({
  default: (await import("./TravelGroup")).TravelGroup,
}));

interface Group {
  id: string;
  title: string;
  /** Its settings, with what they are at rest where that is not off. */
  keys: Partial<Record<keyof Settings, string>>;
}

/** Of reads: shown where one of these modes can be chosen, open while one is. */
const READS: readonly (Group & { id: Reads; modes: readonly ReadMode[] })[] = [
  {
    id: "lease",
    title: "Leases and read indexes",
    modes: ["lease", "lease-unsafe"],
    keys: {
      lease: "0us",
      index_by_lease: "",
      batch_read_index: "",
      read_index_cache: "",
      withhold_votes: "true",
      suspend_lease: "true",
    },
  },
  {
    id: "time",
    title: "Timestamps and safe times",
    modes: ["stale", "version"],
    keys: { timestamps: "", safe_time: "off", staleness: "30s" },
  },
  {
    id: "choice",
    title: "Replica selection",
    modes: ["closest-adaptive"],
    keys: {
      adaptive_by: "size",
      adaptive_threshold: "4096",
      busy_fallback: "true",
      follower_choice: "closest",
    },
  },
];

const WRITES: readonly (Group & { id: SwitchGroup })[] = [
  {
    id: "replication",
    title: "Replication of writes",
    keys: {
      follower_replication: "",
      aggregate_acks: "",
      neighbour_snapshots: "",
      group_commit: "",
    },
  },
  { id: "wire", title: "Encoding and compression", keys: { delta_encoding: "", compression: "" } },
  {
    id: "placement",
    title: "Placement and scheduling",
    keys: {
      location_affinity: "",
      balance_leaders: "",
      balance_replicas: "",
      schedule_hot: "",
      split_merge: "",
      hot_learners: "",
      hibernate: "",
    },
  },
];

export function Travel() {
  const known = useSim((state) => state.world?.read_modes.map(({ id }) => id) ?? []);
  const mode = useSim((state) => state.frame?.settings.read_mode);
  return (
    <>
      {READS.filter(({ modes }) => modes.some((one) => known.includes(one))).map((group) => (
        <Part
          key={group.id}
          group={group}
          word="changed"
          open={mode !== undefined && group.modes.includes(mode)}
        >
          <ReadGroup group={group.id} />
        </Part>
      ))}
      {WRITES.map((group) => (
        <Part key={group.id} group={group} word="on" open={false}>
          <TravelGroup group={group.id} />
        </Part>
      ))}
    </>
  );
}

interface PartProps {
  group: Group;
  /** What its settings are when they are not at rest. */
  word: string;
  open: boolean;
  children: React.ReactNode;
}

function Part({ group: { id, title, keys }, word, open, children }: PartProps) {
  const isAsked = useSim((state) => state.fold === id);
  const settings = useSim((state) => state.frame?.settings);
  const run = useSim((state) => `${state.world?.title}/${state.world?.variant}`);
  if (settings === undefined) return null;
  const names = Object.keys(keys) as (keyof Settings)[];
  const on = names.filter((key) => !isAtRest(settings[key], keys[key] ?? "")).length;
  return (
    <Fold
      key={run}
      title={title}
      note={on === 0 ? "" : `${on} ${word}`}
      open={open || on > 0 || isAsked}
      later
    >
      <Boundary name={title}>
        <Suspense fallback={null}>{children}</Suspense>
      </Boundary>
    </Fold>
  );
}

function isAtRest(value: Settings[keyof Settings], rest: string): boolean {
  if (rest !== "") return String(value) === rest;
  return Array.isArray(value) ? value.length === 0 : value === false || value === "none";
}
