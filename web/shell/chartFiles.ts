/**
 * The figures behind the page's charts, as files. Loaded with the dialog that offers them.
 */

import { bucketsUntil } from "@/model/score/buckets";
import type { SimState } from "@/session/simStore";

/** Bytes between zones by kind, one line for each stretch of time. */
export function trafficCsv({ world, frame, score }: SimState): string {
  if (world === null || frame === null) return "";
  const shown = bucketsUntil(score.buckets, frame.now_us, world.series_bucket_us);
  const { first, count, kinds, between } = shown;
  const head = ["from_us", "to_us", ...world.kinds.map(({ id }) => `${id}_bytes`)];
  const lines = Array.from({ length: count }, (_, at) => {
    const from = (first + at) * world.series_bucket_us;
    const bytes = Array.from(between.subarray(at * kinds, (at + 1) * kinds));
    return [from, from + world.series_bucket_us, ...bytes];
  });
  return csv([head, ...lines]);
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

function csv(lines: readonly (readonly (string | number)[])[]): string {
  return `${lines.map((line) => line.join(",")).join("\r\n")}\r\n`;
}
