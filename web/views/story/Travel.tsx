/**
 * What lies behind the choice of a mode, how writes travel and where replicas live: groups of
 * switches. One with something changed stands open, and so does the one that the chosen mode goes
 * by. Must not know what a switch does.
 */

import type { World } from "@/protocol/engine";
import { useSim } from "@/store/simStore";
import { isAtRest, isOff } from "@/store/switches";
import { Fold } from "@/ui/Section";
import { SettingGroup } from "./Setting";

type Group = World["switch_groups"][number];

/** The mode of reads stands above these, and how the group is led below. */
const ELSEWHERE: readonly Group["id"][] = ["reads", "lead", "delays"];

export function Travel() {
  const groups = useSim((state) => state.world?.switch_groups ?? []);
  const shown = groups.filter(({ id }) => !ELSEWHERE.includes(id));
  return shown.map((group) => <Part key={group.id} group={group} />);
}

function Part({ group: { id, label } }: { group: Group }) {
  const world = useSim((state) => state.world);
  const isAsked = useSim((state) => state.fold === id);
  const settings = useSim((state) => state.frame?.settings);
  if (world === null || settings === undefined) return null;
  const all = world.switches.filter(({ group }) => group === id);
  const changed = all.filter((info) => !isAtRest(info, settings, world)).length;
  const word = all.every(({ key }) => isOff(world.settings_at_rest[key])) ? "on" : "changed";
  const mode = world.read_modes.find((known) => known.id === settings.read_mode);
  return (
    <Fold
      key={`${world.title}/${world.variant}`}
      title={label}
      note={changed === 0 ? "" : `${changed} ${word}`}
      open={changed > 0 || isAsked || mode?.switches === id}
      later
    >
      <SettingGroup group={id} />
    </Fold>
  );
}
