/**
 * What lies behind the choice of a mode, how writes travel and where replicas live: groups of
 * switches, folded under two titles. Must not know what a switch does.
 */

import type { World } from "@/engine/types";
import { msg, t, told } from "@/language/words";
import { isAtRest } from "@/model/switches";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { Fold } from "@/ui/Section";
import { SettingGroup } from "./Setting";
import css from "./story.module.css";

type GroupId = World["switch_groups"][number]["id"];

/** The rest stands in a place of its own. */
const FOLDS: readonly { title: string; groups: readonly GroupId[] }[] = [
  { title: msg("Reads in detail"), groups: ["lease", "time", "choice"] },
  { title: msg("Replication and placement"), groups: ["replication", "wire", "placement"] },
];

export function Travel() {
  return FOLDS.map(({ title, groups }) => <Groups key={title} title={t(title)} ids={groups} />);
}

/** Groups under one title, which tells how many of their settings are not at rest. */
function Groups({ title, ids }: { title: string; ids: readonly GroupId[] }) {
  const world = useSim((state) => state.world);
  const isAsked = usePage(({ fold }) => ids.some((id) => id === fold));
  const settings = useSim((state) => state.frame?.settings);
  if (world === null || settings === undefined) return null;
  const shown = world.switch_groups.filter(({ id }) => ids.includes(id));
  const all = world.switches.filter(({ group }) => ids.includes(group));
  const changed = all.filter((info) => !isAtRest(info, settings, world)).length;
  return (
    <Fold
      title={title}
      note={changed === 0 ? "" : t("{changed} changed", { changed })}
      open={isAsked}
      later
    >
      {shown.map(({ id, label }) => (
        <div key={id} className={css.part}>
          <h3>{told(label)}</h3>
          <SettingGroup group={id} />
        </div>
      ))}
    </Fold>
  );
}
