/**
 * What the bytes of a run cost, in every way in which it is asked for. Pure: figures in, figures out.
 */

import {
  type Cube,
  monthlyUsd,
  type PricedLink,
  pairBytes,
  priceByKind,
  total,
} from "@/lib/traffic";

export interface Bill {
  usd: number;
  /** What a million acknowledged writes cost, with all that went between zones besides. */
  perMillionWrites: number | undefined;
  /** 30 days at the mean rate of the run. */
  perMonth: number | undefined;
  /** 30 days at the rate of the last while. */
  perMonthNow: number | undefined;
  byKind: Float64Array;
  classes: LinkClass[];
}

/** Links of one price. */
export interface LinkClass {
  name: string;
  usd_per_gb: number;
  bytes: number;
  usd: number;
}

interface Metered {
  /** Bytes so far. */
  cube: Cube;
  /** Bytes per second lately, in the same shape; undefined while nothing is known. */
  rates: Cube | undefined;
  links: readonly PricedLink[];
  zones: readonly { readonly region: string }[];
  writes: number;
  now_us: number;
}

const SECOND_US = 1e6;

export function billOf({ cube, rates, links, zones, writes, now_us }: Metered): Bill {
  const byKind = priceByKind(cube, links);
  const usd = total(byKind);
  const perSecond = rates === undefined ? undefined : total(priceByKind(rates, links));
  return {
    usd,
    perMillionWrites: writes > 0 ? (usd / writes) * 1e6 : undefined,
    perMonth: monthlyUsd(usd, now_us),
    perMonthNow: perSecond === undefined ? undefined : monthlyUsd(perSecond, SECOND_US),
    byKind,
    classes: classesOf(cube, links, zones),
  };
}

/** Links between zones by what lies between them and by price, as they first come. */
function classesOf(
  cube: Cube,
  links: readonly PricedLink[],
  zones: readonly { readonly region: string }[],
): LinkClass[] {
  const classes = new Map<string, LinkClass>();
  for (const { from, to, usd_per_gb } of links) {
    if (from === to) continue;
    const isOneRegion = zones[from]?.region === zones[to]?.region;
    const name = isOneRegion ? "Between zones of a region" : "Between regions";
    const key = `${name} ${usd_per_gb}`;
    const found = classes.get(key) ?? { name, usd_per_gb, bytes: 0, usd: 0 };
    const bytes = pairBytes(cube, from, to, "all");
    found.bytes += bytes;
    found.usd += (bytes * usd_per_gb) / 1e9;
    classes.set(key, found);
  }
  return [...classes.values()];
}
