/** Which links of a map with very many say nothing for now: those that carry nothing. */

/** Zones from which on quiet links step back. */
const MANY_ZONES = 7;
/** Below this share of all that crossed in the run a link is quiet. */
const QUIET_SHARE = 0.005;

export interface Amounts {
  zones: number;
  kinds: number;
  /** Cumulative, by from, to and kind. */
  bytes: Float64Array;
}

/** For a pair of zones, whether next to nothing crossed between them in this run. */
export function quietLinks({ zones, kinds, bytes }: Amounts): (a: number, b: number) => boolean {
  if (zones < MANY_ZONES) return () => false;
  const carried = (from: number, to: number): number => {
    const base = (from * zones + to) * kinds;
    let sum = 0;
    for (let kind = 0; kind < kinds; kind++) sum += bytes[base + kind] ?? 0;
    return sum;
  };
  let all = 0;
  for (let from = 0; from < zones; from++)
    for (let to = 0; to < zones; to++) if (from !== to) all += carried(from, to);
  return (a, b) => carried(a, b) + carried(b, a) <= all * QUIET_SHARE;
}
