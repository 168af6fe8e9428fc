/**
 * The parts of a scenario that the builder edits beside the map, in their order: what each is called,
 * which keys of the file are its own, what shows it. What no part covers stays in the text. Must not
 * know how a part works.
 */

import type { ComponentType } from "react";

import type { BuildPart } from "@/model/build/part";
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
  { title: "Scenario", covers: WHOLE, part: () => <WholeForm only={WHOLE} /> },
  { title: "All links, and the rest of the network", covers: ["topology"], part: NetworkForms },
  { title: "Data", covers: ["data"], part: DataForm },
  { title: "Load", covers: ["workload"], part: Loads },
  { title: "Settings", covers: ["settings"], part: SettingsForm },
  {
    title: "Raft, reads, costs, placement",
    covers: ["raft", "reads", "costs", "schedule"],
    part: DetailForms,
  },
  { title: "Actions", covers: ["actions"], part: Timeline },
  { title: "Expectations", covers: ["expect"], part: Expectations },
  { title: "Variants", covers: ["variants"], part: Variants },
];

/** Nothing to edit: what kind of file it is. */
const COMMON = ["$schema", "format"];

/** The keys of a file that no part covers. */
export function uncovered(value: object): string[] {
  const covered = new Set([...COMMON, ...PARTS.flatMap(({ covers }) => covers)]);
  return Object.keys(value).filter((key) => !covered.has(key));
}
