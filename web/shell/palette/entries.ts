/** What the palette finds, of the page, of the run that is shown, and of the lists. */

import { fetchChallenges } from "@/challenges/catalog";
import { challengePlayer } from "@/challenges/pageChallenges";
import type { SwitchInfo } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { fetchLessons } from "@/lessons/catalog";
import { lessonPlayer } from "@/lessons/pageLessons";
import { offeredIn, rowOf } from "@/model/acts/acts";
import { actionText } from "@/model/acts/filled";
import { cureOf } from "@/model/cure";
import { lacksDriver, type SettingValue } from "@/model/switches";
import { everyAction } from "@/model/targetActions";
import { branchName } from "@/session/branches";
import { showForm } from "@/session/level";
import { pageStore } from "@/session/pageStore";
import { fetchScenarioList } from "@/session/scenarioList";
import { sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { isLocked } from "@/session/stage";
import { COMMANDS, isOffered } from "../commands/table";

export interface Entry {
  id: string;
  group: string;
  label: string;
  /** Other words by which it is found; they are not shown. */
  known?: readonly string[];
  /** Its key, as people read it. */
  keys?: string | undefined;
  run: () => unknown;
}

export function entriesNow(tabs: readonly { id: string; title: string }[]): Entry[] {
  const locked = isLocked(pageStore.getState());
  const views = tabs.map(({ id, title }) => ({
    id: `view-${id}`,
    group: t("Views"),
    label: t(title),
    run: () => sim.showView(id),
  }));
  return [
    ...commands(),
    ...views,
    ...places(),
    ...(locked ? [] : [...acts(), ...switches(), ...session()]),
  ];
}

function commands(): Entry[] {
  return COMMANDS.filter((one) => one.id !== "palette" && isOffered(one)).map(
    ({ id, label, keys, run }) => ({
      id,
      group: t("Commands"),
      label: t(label),
      keys: keys?.shown,
      run,
    }),
  );
}

function switches(): Entry[] {
  const { frame, world } = simStore.getState();
  if (frame === null || world === null) return [];
  return world.switches
    .filter((info) => !lacksDriver(info, world))
    .flatMap((info) => turnsOf(info, frame.settings[info.key]));
}

/** What a switch can be turned to from where it stands. */
function turnsOf({ key, label, values }: SwitchInfo, now: SettingValue): Entry[] {
  const turn = (value: boolean | string, to: string): Entry => ({
    id: `switch-${key}-${value}`,
    group: t("Switches"),
    label: t("{label}: {value}", { label: translate(label), value: to }),
    run: () => sim.act({ do: "set", settings: { [key]: value } }),
  });
  if (typeof now === "boolean") return [turn(!now, now ? t("turn off") : t("turn on"))];
  return values.filter(({ id }) => id !== now).map(({ id, label: to }) => turn(id, translate(to)));
}

/** What ends each fault that stands, what can be done to each thing, and the forms of acts. */
function acts(): Entry[] {
  const { frame, world, range } = simStore.getState();
  if (frame === null || world === null) return [];
  const group = t("Actions");
  const cures = frame.faults.map((fault) => {
    const { verb, action } = cureOf(fault);
    const label = t("{verb}: {fault}", { verb, fault: translate(fault.text) });
    return { id: `cure-${fault.id}`, group, label, run: () => sim.act(action) };
  });
  const done = everyAction(world, frame, range).map((action) => {
    const label = actionText(action, world.ranges.length);
    return { id: `act-${label}`, group, label, run: () => sim.act(action) };
  });
  const asked = offeredIn("form").map((kind) => ({
    id: `form-${kind}`,
    group,
    label: t("{act}…", { act: t(rowOf(kind).label) }),
    run: () => showForm(kind),
  }));
  return [...cures, ...asked, ...done];
}

/** Variants, branches and bookmarks of the session. */
function session(): Entry[] {
  const { session: kept, world } = simStore.getState();
  const variants = (world?.variants ?? [])
    .filter(({ id }) => id !== world?.variant)
    .map(({ id, title }) => ({
      id: `variant-${id}`,
      group: t("Variants"),
      label: t("Variant: {title}", { title: translate(title) }),
      run: () => sim.restart({ variant: id }),
    }));
  const branches = (kept?.branches ?? [])
    .filter(({ id }) => id !== kept?.current)
    .map((branch) => ({
      id: `branch-${branch.id}`,
      group: t("Branches and bookmarks"),
      label: t("Branch: {branch}", { branch: branchName(branch) }),
      run: () => sim.switchBranch(branch.id),
    }));
  const bookmarks = (kept?.bookmarks ?? []).map(({ id, name }) => ({
    id: `bookmark-${id}`,
    group: t("Branches and bookmarks"),
    label: t("Bookmark: {name}", { name }),
    run: () => sim.jumpToBookmark(id),
  }));
  return [...variants, ...branches, ...bookmarks];
}

const KINDS = {
  store: msg("Store"),
  gateway: msg("Gateway"),
  pd: msg("Placement driver"),
} as const;

function places(): Entry[] {
  const { world, frame } = simStore.getState();
  if (world === null) return [];
  const nodes = world.nodes.map(({ index, kind, id, zone }) => ({
    id: `node-${index}`,
    group: t("Places"),
    label: t("{kind} {id} in {zone}", {
      kind: t(KINDS[kind]),
      id,
      zone: world.zones[zone]?.id ?? "",
    }),
    run: () => sim.select({ node: index }),
  }));
  const ranges = (frame?.ranges ?? world.ranges).map(({ id }) => ({
    id: `range-${id}`,
    group: t("Places"),
    label: t("Range {id}", { id }),
    run: () => {
      sim.setRange(id);
      return sim.select({ range: id });
    },
  }));
  return [...nodes, ...ranges];
}

/** What stands in files beside the page; nothing where a list cannot be read. */
export async function entriesOfFiles(): Promise<Entry[]> {
  if (isLocked(pageStore.getState())) return [];
  const [scenarios, lessons, challenges] = await Promise.all([
    fetchScenarioList(),
    fetchLessons(),
    fetchChallenges(),
  ]);
  const opened = (scenarios.ok ? scenarios.value : []).map(({ id, title, question }) => ({
    id: `scenario-${id}`,
    group: t("Scenarios"),
    label: translate(title),
    known: [title, translate(question)],
    run: () => sim.open({ kind: "builtin", id }, { play: true, eased: true }),
  }));
  const begun = (lessons.ok ? lessons.value : []).map(({ id, title, text, topics }, place) => ({
    id: `lesson-${id}`,
    group: t("Lessons"),
    label: `${place + 1}. ${translate(title)}`,
    known: [title, translate(text), ...topics],
    run: () => lessonPlayer.open(id, null),
  }));
  const dared = (challenges.ok ? challenges.value : []).map(({ id, title, text }) => ({
    id: `challenge-${id}`,
    group: t("Challenges"),
    label: translate(title),
    known: [title, translate(text)],
    run: () => challengePlayer.open(id),
  }));
  return [...opened, ...begun, ...dared];
}
