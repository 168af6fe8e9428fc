/** What is known of one request before anything is recorded: its last row, and when it was sent. */

import type { Frame } from "@/engine/types";
import type { Completions, RunSeries } from "../series/series";

/** Its row among those that ended; -1 = it did not, as far as is known. */
export function endedRow({ columns }: Completions, request: number): number {
  return columns.request.indexOf(request);
}

interface Known {
  series: RunSeries;
  frame: Frame | null;
}

export function sentUs({ series, frame }: Known, request: number): number | undefined {
  const traced = frame?.requests.find(({ id }) => id === request);
  if (traced !== undefined) return traced.invoked_us;
  const row = endedRow(series.completions, request);
  if (row < 0) return undefined;
  const { at_us, latency_us } = series.completions.columns;
  return (at_us[row] ?? 0) - (latency_us[row] ?? 0);
}
