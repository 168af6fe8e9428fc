/** What the bytes of a run cost, in every way in which it is asked for. */

import { msg } from "@/language/words";
import {
  type Cube,
  monthlyUsd,
  type PricedLink,
  pairBytes,
  priceByKind,
  priceOf,
  type Span,
  total,
} from "@/model/traffic";

export interface Bill {
  /** Of the amount that is counted. */
  usd: number;
  /** Of the wire and of the payload alone: both stand beside each other. */
  wireUsd: number;
  payloadUsd: number;
  /** What a million acknowledged writes cost, with all that went between zones besides. */
  perMillionWrites: number | undefined;
  /** 30 days of the same load, of the amount that is counted. */
  perMonth: number | undefined;
  byKind: Float64Array;
  classes: LinkClass[];
}

export interface LinkClass {
  name: string;
  usd_per_gb: number;
  bytes: number;
  usd: number;
}

interface Metered {
  /** Bytes so far, of the amount that is counted. */
  cube: Cube;
  /** Bytes so far, of each amount. */
  wire: Cube;
  payload: Cube;
  /** What of the counted had crossed when the window began; empty without a warm-up. */
  warm: Float64Array;
  links: readonly PricedLink[];
  zones: readonly { readonly region: string }[];
  writes: number;
  span: Span;
}

export function billOf({ cube, wire, payload, warm, links, zones, writes, span }: Metered): Bill {
  const byKind = priceByKind(cube, links);
  const usd = total(byKind);
  return {
    usd,
    wireUsd: priceOf(wire, links),
    payloadUsd: priceOf(payload, links),
    perMillionWrites: writes > 0 ? (usd / writes) * 1e6 : undefined,
    perMonth: monthlyUsd(cube, warm, links, span),
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
    const name = isOneRegion ? msg("Between zones of a region") : msg("Between regions");
    const key = `${name} ${usd_per_gb}`;
    const found = classes.get(key) ?? { name, usd_per_gb, bytes: 0, usd: 0 };
    const bytes = pairBytes(cube, from, to, "all");
    found.bytes += bytes;
    found.usd += (bytes * usd_per_gb) / 1e9;
    classes.set(key, found);
  }
  return [...classes.values()];
}
