/**
 * Lists of what large clouds ask for traffic between zones and between regions: public list prices in
 * dollars per GB (10^9 bytes) that crosses, both sides of the bill together, each with where it
 * stands and when it was read there. The engine's scenario::format::prices has the same figures under
 * the same ids; a test compares the two. Pure.
 */

import type { Prices } from "@/lib/traffic";

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
        what: "Between zones",
        text: "$0.01 per GB for the sender and $0.01 for the receiver",
        place: "bill line “regional data transfer – in/out/between EC2 Avail Zones”",
        read: "2026",
      },
      {
        what: "Between regions",
        text: "$0.02 per GB in the United States; up to $0.08 elsewhere",
        place: "aws.amazon.com/ec2/pricing/on-demand",
        read: "2025",
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
        what: "Between zones",
        text: "$0.01 per GiB, the sender pays",
        place: "cloud.google.com/vpc/network-pricing",
        read: "2026-09-20",
      },
      {
        what: "Between regions",
        text: "$0.02 per GiB within North America or within Europe; more elsewhere",
        place: "cloud.google.com/vpc/network-pricing",
        read: "2025",
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
        what: "Between zones",
        text: "free since 2024",
        place: "learn.microsoft.com, availability zones overview",
        read: "2026",
      },
      {
        what: "Between regions",
        text: "$0.02 per GB within North America or within Europe; $0.08 in Asia",
        place: "azure.microsoft.com/pricing/details/bandwidth",
        read: "2026",
      },
    ],
  },
];

/** To the nano-dollar, as the engine keeps prices. */
function round(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}
