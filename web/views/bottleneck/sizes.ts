/** What may be given another size while the run goes on: how it is written, read and sent. */

import type { Action, Frame, TunableInfo, World } from "@/engine/types";
import { BOUNDS } from "@/engine/vocabulary";
import { msg, t } from "@/language/words";
import type { Bounds } from "@/model/acts/act";
import { formatBandwidth, formatBytes, formatCount } from "@/model/units";

export interface Sized {
  info: TunableInfo;
  /** In the engine's unit. */
  now: number;
}

type What = TunableInfo["what"];

interface Field extends Bounds {
  /** What it counts in, and how many of the engine's unit that is. */
  unit: string;
  scale: number;
}

const FIELDS: Readonly<Record<What, Field>> = {
  cores: { unit: msg("cores"), scale: 1, ...BOUNDS.cores },
  bandwidth: counted("Mbit/s", 1_000_000, BOUNDS.bandwidth_bps),
  window: counted("KiB", 1_024, BOUNDS.window_bytes),
  clients: { unit: msg("clients"), scale: 1, ...BOUNDS.clients },
  rate: { unit: msg("per second"), scale: 1_000_000, ...BOUNDS.rate },
  cost: counted("µs", 1_000, BOUNDS.cost_ns),
};

/** By the engine's bounds, in its unit. */
function counted(unit: string, scale: number, { min, max }: Bounds): Field {
  return { unit, scale, min: min / scale, max: max / scale };
}

export function fieldOf({ info }: Sized): Field {
  return FIELDS[info.what];
}

export function entered({ info, now }: Sized): number {
  return now / FIELDS[info.what].scale;
}

export function resizeTo({ what, of }: TunableInfo, value: number): Action {
  const size = Math.round(value * FIELDS[what].scale);
  const written: Readonly<Record<What, () => number | string>> = {
    cores: () => size,
    bandwidth: () => `${size}bps`,
    window: () => size,
    clients: () => size,
    rate: () => size / FIELDS.rate.scale,
    cost: () => `${size}ns`,
  };
  return { do: "resize", what, of, to: written[what]() };
}

/** In words: "8 cores", "not limited". */
export function sizeText(what: What, size: number): string {
  switch (what) {
    case "cores":
      return size === 0
        ? t("not limited")
        : t("{n, plural, one {# core} other {# cores}}", { n: size });
    case "bandwidth":
      return size === 0 ? t("not limited") : formatBandwidth(size);
    case "window":
      return size === 0 ? t("not limited") : formatBytes(size);
    case "clients":
      return t("{n, plural, one {# client} other {# clients}}", { n: size });
    case "rate":
      return t("{n} per second", { n: formatCount(size / FIELDS.rate.scale) });
    case "cost":
      return `${size / FIELDS.cost.scale} µs`;
  }
}

export interface SizeGroup {
  title: string;
  text: string;
  sizes: readonly Sized[];
}

/** Loads and machines first, costs that some machine here has, then links. */
export function sizeGroups(world: World, frame: Frame): SizeGroup[] {
  const all = world.tunables.map((info, place) => ({ info, now: frame.sizes[place] ?? 0 }));
  const of = (...whats: What[]) => all.filter(({ info }) => whats.includes(info.what));
  const groups = [
    {
      title: t("Load"),
      text: t("Clients that wait for each answer, or arrivals a second."),
      sizes: of("clients", "rate"),
    },
    { title: t("Cores"), text: t("Of stores, gateways, balancers and hosts."), sizes: of("cores") },
    {
      title: t("Costs"),
      text: t(
        "Core time that a piece of work takes; defaults and their sources are in the file’s schema.",
      ),
      sizes: of("cost"),
    },
    {
      title: t("Links"),
      text: t("Bandwidth, and the TCP window that each connection may have in flight."),
      sizes: of("bandwidth", "window"),
    },
  ];
  return groups.filter(({ sizes }) => sizes.length > 0);
}
