/**
 * What the palette finds: commands, switches, variants, branches, bookmarks, views and places of
 * the run that is shown, and the lists of scenarios and lessons. Must not know how it is shown.
 */

import { branchName } from "@/store/branches";
import { fetchLessons } from "@/store/lessons/catalog";
import { lessonDesk } from "@/store/lessons/desk";
import { READ_SWITCHES } from "@/store/readSwitches";
import { fetchScenarioList } from "@/store/scenarios";
import { sim } from "@/store/simClient";
import { simStore } from "@/store/simStore";
import { isLocked, stageStore } from "@/store/stage";
import { WRITE_SWITCHES } from "@/store/writeSwitches";
import { LEAD_SWITCHES } from "@/views/story/leadSwitches";
import { COMMANDS, isOffered } from "../commands/table";

export interface Entry {
  id: string;
  group: string;
  label: string;
  /** Its key, as people read it. */
  keys?: string | undefined;
  run: () => unknown;
}

const SWITCHES = [...LEAD_SWITCHES, ...WRITE_SWITCHES, ...READ_SWITCHES];

/** What is there at once. */
export function entriesNow(tabs: readonly { id: string; label: string }[]): Entry[] {
  const locked = isLocked(stageStore.getState());
  const views = tabs.map(({ id, label }) => ({
    id: `view-${id}`,
    group: "Views",
    label,
    run: () => sim.showView(id),
  }));
  return [...commands(), ...views, ...places(), ...(locked ? [] : [...switches(), ...session()])];
}

function commands(): Entry[] {
  return COMMANDS.filter((one) => one.id !== "palette" && isOffered(one)).map(
    ({ id, label, keys, run }) => ({ id, group: "Commands", label, keys: keys?.shown, run }),
  );
}

function switches(): Entry[] {
  const { frame, world } = simStore.getState();
  if (frame === null || world === null) return [];
  const { settings } = frame;
  const turns = SWITCHES.map(({ key, name }) => ({
    id: `switch-${key}`,
    group: "Switches",
    label: `${name}: turn ${settings[key] ? "off" : "on"}`,
    run: () => sim.act({ do: "set", settings: { [key]: !settings[key] } }),
  }));
  const modes = world.read_modes
    .filter(({ id }) => id !== settings.read_mode)
    .map(({ id, label }) => ({
      id: `mode-${id}`,
      group: "Switches",
      label: `Read mode: ${label}`,
      run: () => sim.act({ do: "set", settings: { read_mode: id } }),
    }));
  return [...turns, ...modes];
}

/** Variants, branches and bookmarks of the session. */
function session(): Entry[] {
  const { session: kept, world } = simStore.getState();
  const variants = (world?.variants ?? [])
    .filter(({ id }) => id !== world?.variant)
    .map(({ id, title }) => ({
      id: `variant-${id}`,
      group: "Variants",
      label: `Variant: ${title}`,
      run: () => sim.restart({ variant: id }),
    }));
  const branches = (kept?.branches ?? [])
    .filter(({ id }) => id !== kept?.current)
    .map((branch) => ({
      id: `branch-${branch.id}`,
      group: "Branches and bookmarks",
      label: `Branch: ${branchName(branch)}`,
      run: () => sim.switchBranch(branch.id),
    }));
  const bookmarks = (kept?.bookmarks ?? []).map(({ id, name }) => ({
    id: `bookmark-${id}`,
    group: "Branches and bookmarks",
    label: `Bookmark: ${name}`,
    run: () => sim.jumpToBookmark(id),
  }));
  return [...variants, ...branches, ...bookmarks];
}

const KINDS = { store: "Store", gateway: "Gateway", pd: "Placement driver" } as const;

function places(): Entry[] {
  const { world, frame } = simStore.getState();
  if (world === null) return [];
  const nodes = world.nodes.map(({ index, kind, id, zone }) => ({
    id: `node-${index}`,
    group: "Places",
    label: `${KINDS[kind]} ${id} in ${world.zones[zone]?.id ?? ""}`,
    run: () => sim.select({ node: index }),
  }));
  const ranges = (frame?.ranges ?? world.ranges).map(({ id }) => ({
    id: `range-${id}`,
    group: "Places",
    label: `Range ${id}`,
    run: () => {
      sim.setRange(id);
      return sim.select({ range: id });
    },
  }));
  return [...nodes, ...ranges];
}

/** What stands in files beside the page; nothing where a list cannot be read. */
export async function entriesOfFiles(): Promise<Entry[]> {
  if (isLocked(stageStore.getState())) return [];
  const [scenarios, lessons] = await Promise.all([fetchScenarioList(), fetchLessons()]);
  const opened = (scenarios.ok ? scenarios.value : []).map(({ id, title }) => ({
    id: `scenario-${id}`,
    group: "Scenarios",
    label: title,
    run: () => sim.open({ kind: "builtin", id }, { play: true, eased: true }),
  }));
  const begun = (lessons.ok ? lessons.value : []).map(({ id, title }, place) => ({
    id: `lesson-${id}`,
    group: "Lessons",
    label: `${place + 1}. ${title}`,
    run: () => lessonDesk.open(id, null),
  }));
  return [...opened, ...begun];
}
