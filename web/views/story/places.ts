/**
 * What can be named in an action: zones, stores, gateways, ranges. Pure.
 */

import type { World } from "@/engine/types";
import { msg, t } from "@/language/words";

export interface Place {
  value: string;
  label: string;
}

const NODES = {
  store: msg("store {id} in {zone}"),
  gateway: msg("gateway {id} in {zone}"),
  pd: msg("placement driver {id} in {zone}"),
};

/** Everything that a link can end at: zones first, since whole zones are cut most often. */
export function places(world: World): Place[] {
  const zones = world.zones.map(({ id }) => ({ value: id, label: t("zone {id}", { id }) }));
  const nodes = world.nodes.map(({ id, kind, zone }) => ({
    value: id,
    label: t(NODES[kind], { id, zone: world.zones[zone]?.id ?? "?" }),
  }));
  return [...zones, ...nodes];
}

export function stores(world: World): Place[] {
  return world.nodes
    .filter(({ kind }) => kind === "store")
    .map(({ id, zone }) => ({
      value: id,
      label: t("{id} in {zone}", { id, zone: world.zones[zone]?.id ?? "?" }),
    }));
}

/** What has a process that can stop. */
export function machines(world: World): Place[] {
  const gateways = world.nodes.filter(({ kind }) => kind === "gateway");
  return [
    ...stores(world),
    ...gateways.map(({ id }) => ({ value: id, label: t("gateway {id}", { id }) })),
  ];
}

export function ranges(world: World): Place[] {
  return world.ranges.map(({ id }) => ({ value: String(id), label: t("range {id}", { id }) }));
}

export function lastKey(world: World): number {
  return world.ranges.reduce((last, range) => Math.max(last, range.last_key), 0);
}
