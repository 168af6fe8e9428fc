/**
 * Rows about how reads are served and how transactions go, as sentences. Pure; from the names of the
 * world and the row alone.
 */

import type { World } from "@/engine/types";
import { leaseText, routeText, stepText, timestampText } from "@/model/readWords";
import { NO_NODE, ROW } from "@/model/trace";
import type { TapeIndex } from "./tapeIndex";

/** The rows that are told here. */
export function isOfReads(what: number): boolean {
  return what >= ROW.TIMESTAMPED && what <= ROW.WITHHELD;
}

/** `peerName` is the store of a peer of the row's range. */
export function readSentence(
  world: World,
  index: TapeIndex,
  row: number,
  peerName: (peer: number) => string,
): string {
  const { a, b, flags, other } = index.columns;
  const [first, second] = [a[row] ?? 0, b[row] ?? 0];
  const request = `r${index.request(row)}`;
  switch (index.what(row)) {
    case ROW.TIMESTAMPED: {
      const along = second === 0 ? "" : `, and with it the read index ${second}`;
      return `${request} has the timestamp ${timestampText(first)}${along}.`;
    }
    case ROW.ROUTED: {
      const to = world.nodes[other[row] ?? NO_NODE]?.id ?? "nobody";
      return `${request} goes to ${to}: ${routeText(flags[row] ?? 0, first, second)}.`;
    }
    case ROW.LEASE:
      return leaseText((flags[row] ?? 0) >>> 16, first);
    case ROW.TXN:
      return stepText(index.request(row), flags[row] ?? 0, first, second);
    default:
      return (flags[row] ?? 0) === first
        ? "Does not campaign yet: its vote is withheld."
        : `Grants no vote to ${peerName(first)} yet: its vote is withheld.`;
  }
}
