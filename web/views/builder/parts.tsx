/** The parts of a scenario that the builder edits beside the map, in their order. */

import type { ComponentType } from "react";

import { msg } from "@/language/words";
import type { BuildPart } from "@/model/builder/part";
import { Expectations } from "./acts/Expectations";
import { Timeline } from "./acts/Timeline";
import { DataForm, DetailForms, NetworkForms, SettingsForm, WholeForm } from "./forms";
import { Loads } from "./Loads";
import { Variants } from "./Variants";

interface PartEntry {
  title: string;
  covers: readonly string[];
  part: ComponentType<BuildPart>;
}

/** Said of the scenario as a whole. */
export const WHOLE = ["title", "text", "duration", "seed", "speed", "measure_from", "record"];

export const PARTS: readonly PartEntry[] = [
  { title: msg("Scenario"), covers: WHOLE, part: () => <WholeForm only={WHOLE} /> },
  {
    title: msg("All links, and the rest of the network"),
    covers: ["topology"],
    part: NetworkForms,
  },
  { title: msg("Data"), covers: ["data"], part: DataForm },
  { title: msg("Load"), covers: ["workload"], part: Loads },
  { title: msg("Settings"), covers: ["settings"], part: SettingsForm },
  {
    title: msg("Raft, reads, costs, placement"),
    covers: ["raft", "reads", "costs", "schedule"],
    part: DetailForms,
  },
  { title: msg("Actions"), covers: ["actions"], part: Timeline },
  { title: msg("Expectations"), covers: ["expect"], part: Expectations },
  { title: msg("Variants"), covers: ["variants"], part: Variants },
];

/** Nothing to edit: what kind of file it is. */
const COMMON = ["$schema", "format"];

export function uncovered(value: object): string[] {
  const covered = new Set([...COMMON, ...PARTS.flatMap(({ covers }) => covers)]);
  return Object.keys(value).filter((key) => !covered.has(key));
}
