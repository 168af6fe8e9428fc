/**
 * What lies behind the choice of a mode, how writes travel and where replicas live: groups of
 * switches, folded under two titles and fetched when one is opened. Must not know what a switch does.
 */

import { lazy, type ReactNode, Suspense } from "react";

import type { ReadMode, Settings } from "@/protocol/engine";
import type { ReadGroup as Reads } from "@/store/readSwitches";
import { useSim } from "@/store/simStore";
import type { SwitchGroup } from "@/store/writeSwitches";
import { Boundary } from "@/ui/Boundary";
import { Fold } from "@/ui/Section";
import css from "./story.module.css";

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

/** Of reads: shown where one of these modes can be chosen. */
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
  const reads = READS.filter(({ modes }) => modes.some((one) => known.includes(one)));
  return (
    <>
      <Groups title="Reads in detail" word="changed" groups={reads}>
        {(id) => <ReadGroup group={id} />}
      </Groups>
      <Groups title="Replication and placement" word="on" groups={WRITES}>
        {(id) => <TravelGroup group={id} />}
      </Groups>
    </>
  );
}

interface GroupsProps<G extends Group> {
  title: string;
  /** What settings are that are not at rest. */
  word: string;
  groups: readonly G[];
  children: (id: G["id"]) => ReactNode;
}

/** Groups under one title, which tells how many of their settings are not at rest. */
function Groups<G extends Group>({ title, word, groups, children }: GroupsProps<G>) {
  const isAsked = useSim(({ fold }) => groups.some(({ id }) => id === fold));
  const settings = useSim((state) => state.frame?.settings);
  if (settings === undefined || groups.length === 0) return null;
  const keys = groups.flatMap((group) => Object.entries(group.keys) as [keyof Settings, string][]);
  const count = keys.filter(([key, rest]) => !isAtRest(settings[key], rest)).length;
  return (
    <Fold title={title} note={count === 0 ? "" : `${count} ${word}`} open={isAsked} later>
      {groups.map(({ id, title: name }) => (
        <div key={id} className={css.part}>
          <h3>{name}</h3>
          <Boundary name={name}>
            <Suspense fallback={null}>{children(id)}</Suspense>
          </Boundary>
        </div>
      ))}
    </Fold>
  );
}

function isAtRest(value: Settings[keyof Settings], rest: string): boolean {
  if (rest !== "") return String(value) === rest;
  return Array.isArray(value) ? value.length === 0 : value === false || value === "none";
}
