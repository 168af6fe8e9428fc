/** The figures behind the page's charts, as files. Loaded with the dialog that offers them. */

import { type Buckets, bucketsUntil } from "@/model/series/buckets";
import type { SimState } from "@/session/simState";

/** The name that the command line gives the run of a scenario without variants. */
const PLAIN_RUN = "run";

/** What of the page's state the table of bytes is made from. */
type Traffic = Pick<SimState, "session"> & {
  world: Pick<NonNullable<SimState["world"]>, "kinds" | "series_bucket_us"> | null;
  frame: Pick<NonNullable<SimState["frame"]>, "now_us"> | null;
  series: { buckets: Buckets };
};

/**
 * Bytes between zones, a row for each stretch of time and kind: the table that `raft-atlas run --csv`
 * writes as traffic.csv (docs/csv.md), as far as the page keeps it.
 */
export function trafficCsv({ session, world, frame, series }: Traffic): string {
  if (world === null || frame === null) return "";
  const { series_bucket_us: bucketUs, kinds: ids } = world;
  const { first, count, kinds, between } = bucketsUntil(series.buckets, frame.now_us, bucketUs);
  const variant = session?.variant || PLAIN_RUN;
  const rows = Array.from({ length: count }, (_, at) => {
    const from = (first + at) * bucketUs;
    const to = Math.min(from + bucketUs, frame.now_us);
    if (to <= from) return [];
    return ids.map(({ id }, kind) => [variant, from, to, id, between[at * kinds + kind] ?? 0]);
  });
  return csv([["variant", "from_us", "to_us", "kind", "wire_bytes"], ...rows.flat()], "\n");
}

/** Answered requests by latency, one line for each bucket of each load. */
export function latencyCsv({ world, frame }: SimState): string {
  if (world === null || frame === null) return "";
  const head = ["load", "from_us", "to_us", "requests"];
  const upper = world.latency_bucket_upper_us;
  const lines = frame.workloads.flatMap(({ histogram }, load) =>
    Array.from(histogram, (requests, at) => [
      world.workloads[load]?.id ?? "by hand",
      at === 0 ? 0 : (upper[at - 1] ?? ""),
      upper[at] ?? "",
      requests,
    ]),
  );
  return csv([head, ...lines]);
}

function csv(lines: readonly (readonly (string | number)[])[], end = "\r\n"): string {
  return lines.map((line) => `${line.join(",")}${end}`).join("");
}
