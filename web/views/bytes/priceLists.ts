/**
 * What large clouds ask for traffic between zones and regions: public list prices in dollars per
 * GB (10^9 bytes), both sides together, each with where and when it was read. A test compares them
 * with the engine's documents::scenario::prices.
 */

import { msg } from "@/language/words";
import type { Prices } from "@/model/traffic";

export interface PriceList extends Prices {
  name: string;
  /** Where each figure is from, and when it was read. */
  sources: readonly Source[];
}

export interface Source {
  what: string;
  text: string;
  place: string;
  read: string;
  /** Not read again at the source since: an older transcript or another's page stands for it. */
  secondHand?: true;
}

const GIB_PER_GB = 1e9 / 2 ** 30;

export const PRICE_LISTS: readonly PriceList[] = [
  {
    list: "aws",
    name: "AWS",
    zones: 0.02,
    regions: 0.02,
    sources: [
      {
        what: msg("Between zones"),
        text: msg("$0.01 per GB for the sender and $0.01 for the receiver"),
        place: msg("bill line “regional data transfer – in/out/between EC2 Avail Zones”"),
        read: "2026",
      },
      {
        what: msg("Between regions"),
        text: msg(
          "the sender’s region decides: $0.02 per GB from the United States, Canada and Europe ($0.01 between Virginia and Ohio); $0.086 from Mumbai, $0.09 from Tokyo and Singapore, $0.138 from Sao Paulo, $0.147 from Cape Town",
        ),
        place: msg("AWS’s list as the Skyplane project keeps it, aws_transfer_costs.csv"),
        read: "2022",
        secondHand: true,
      },
    ],
  },
  {
    list: "gcp",
    name: "Google Cloud",
    zones: round(0.01 * GIB_PER_GB),
    regions: round(0.02 * GIB_PER_GB),
    sources: [
      {
        what: msg("Between zones"),
        text: msg("$0.01 per GiB, the sender pays"),
        place: "cloud.google.com/vpc/network-pricing",
        read: "2026-09-20",
      },
      {
        what: msg("Between regions"),
        text: msg("$0.02 per GiB within North America or within Europe; $0.08 and more elsewhere"),
        place: "cloud.google.com/vpc/network-pricing",
        read: "2025",
        secondHand: true,
      },
    ],
  },
  {
    list: "azure",
    name: "Azure",
    zones: 0,
    regions: 0.02,
    sources: [
      {
        what: msg("Between zones"),
        text: msg("free since 2024"),
        place: msg("learn.microsoft.com, availability zones overview"),
        read: "2026",
      },
      {
        what: msg("Between regions"),
        text: msg("$0.02 per GB within North America or within Europe; $0.08 in Asia"),
        place: "azure.microsoft.com/pricing/details/bandwidth",
        read: "2026",
        secondHand: true,
      },
    ],
  },
];

/** To the nano-dollar, as the engine keeps prices. */
function round(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}
