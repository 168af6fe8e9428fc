/** How a range stands at an instant, in a sentence for those who cannot see the picture. Pure. */

import type { Frame, World } from "@/engine/types";
import { t } from "@/language/words";
import { LEADER } from "@/model/roles";

export function standingText(
  world: Pick<World, "nodes" | "zones">,
  { replicas, faults, stores }: Pick<Frame, "replicas" | "faults" | "stores">,
): string {
  const leaders: string[] = [];
  for (let at = 0; at < replicas.count; at++) {
    if (replicas.role[at] !== LEADER) continue;
    const node = world.nodes[replicas.node[at] ?? -1];
    const zone = world.zones[node?.zone ?? -1]?.id ?? "";
    leaders.push(
      t("{id} in {zone} leads in term {term}", {
        id: node?.id ?? "",
        zone,
        term: replicas.term[at] ?? 0,
      }),
    );
  }
  const who = leaders.length === 0 ? t("no leader") : leaders.join(t(", "));
  const down = stores.filter(({ status }) => status === "crashed").length;
  const facts = [
    who,
    ...(down === 0 ? [] : [t("{n, plural, one {# store} other {# stores}} down", { n: down })]),
    ...(faults.length === 0
      ? []
      : [t("{n, plural, one {# active fault} other {# active faults}}", { n: faults.length })]),
  ];
  return t("{said}.", { said: facts.join(t("; ")) });
}
