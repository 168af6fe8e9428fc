/**
 * Durations and instants as scenario files write them, to microseconds and back. Pure; the engine
 * reads them again and has the last word.
 */

const UNITS_US: Readonly<Record<string, number>> = {
  ns: 1 / 1_000,
  us: 1,
  ms: 1_000,
  s: 1_000_000,
  m: 60_000_000,
};

/** "250us", "3ms", "1.5s", "2m"; undefined: it is none. */
export function durationUs(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const { figure, unit } =
    /^(?<figure>\d+(?:\.\d+)?)(?<unit>ns|us|ms|s|m)$/.exec(text)?.groups ?? {};
  const unitUs = unit === undefined ? undefined : UNITS_US[unit];
  if (unitUs === undefined) return undefined;
  return Math.round(Number(figure) * unitUs);
}

/** In the largest unit that needs at most three decimals: "1.5s", "20ms", "3200001us". */
export function durationText(us: number): string {
  if (us % 1_000 === 0 && us >= 1_000_000) return `${us / 1_000_000}s`;
  if (us % 1_000 === 0 && us > 0) return `${us / 1_000}ms`;
  return us === 0 ? "0s" : `${us}us`;
}
