/** Rows about how reads are served and how transactions go, as sentences. */

import type { World } from "@/engine/types";
import { t } from "@/language/words";
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
      const values = { request, timestamp: timestampText(first), index: second };
      return second === 0
        ? t("{request} has the timestamp {timestamp}.", values)
        : t("{request} has the timestamp {timestamp}, and with it the read index {index}.", values);
    }
    case ROW.ROUTED: {
      const to = world.nodes[other[row] ?? NO_NODE]?.id ?? t("nobody");
      return t("{request} goes to {to}: {why}.", {
        request,
        to,
        why: routeText(flags[row] ?? 0, first, second),
      });
    }
    case ROW.LEASE:
      return leaseText((flags[row] ?? 0) >>> 16, first);
    case ROW.TXN:
      return stepText(index.request(row), flags[row] ?? 0, first, second);
    default:
      return (flags[row] ?? 0) === first
        ? t("Does not campaign yet: its vote is withheld.")
        : t("Grants no vote to {peer} yet: its vote is withheld.", { peer: peerName(first) });
  }
}
