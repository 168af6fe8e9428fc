/** What a store's cell says beside its sign, from more words to fewer: the first that fits stands. Pure. */

import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { isByStore } from "@/model/map/hues";
import { leads } from "@/model/roles";
import { formatCount } from "@/model/units";
import type { StoreView } from "./storeLook";
import { standing } from "./words";

/** A leader is called one in each of them. `remark`: what is special about its replica, or nothing. */
export function wordsOf(world: World, view: StoreView, remark: string): string[] {
  const reads = waiting(view);
  const special = remark === "" ? [] : [remark];
  if (isByStore(world))
    return [
      ...reads,
      ...special,
      t("leads {n} of {held}", { n: view.leaders, held: view.held }),
      t("leads {n}", { n: view.leaders }),
    ];
  if (!view.replica) return [...reads, ...special, t("no replica")];
  const { term } = view;
  if (!leads(view.role))
    return [...reads, ...special, standing(world, view), t("term {term}", { term })];
  return [
    ...[...reads, ...special].map((also) => t("leads, {also}", { also })),
    t("leads in term {term}", { term }),
    t("leads, term {term}", { term }),
    t("leads"),
  ];
}

function waiting({ pendingReads: n }: StoreView): string[] {
  if (n === 0) return [];
  return [
    t("{n, plural, one {# read} other {# reads}} waiting", { n }),
    t("{n} waiting", { n: formatCount(n) }),
  ];
}
