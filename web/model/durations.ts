/** Durations, instants and bandwidths as scenario files write them, in µs or bits a second. */

const UNITS_US: Readonly<Record<string, number>> = {
  ns: 1 / 1_000,
  us: 1,
  ms: 1_000,
  s: 1_000_000,
  m: 60_000_000,
};

const UNITS_BPS: Readonly<Record<string, number>> = { bps: 1, kbps: 1e3, Mbps: 1e6, Gbps: 1e9 };

/** "250us", "3ms", "1.5s", "2m"; undefined: it is none. */
export function durationUs(text: unknown): number | undefined {
  return read(text, UNITS_US);
}

/** As a file writes what a person typed: "3 ms", "20 µs" and a plain 0 are none there. */
export function typedDuration(text: string): string {
  const joined = text.replaceAll(/\s/g, "").replace(/[µμ]s$/, "us");
  return joined === "0" ? durationText(0) : joined;
}

/** "500kbps", "297Mbps", "10Gbps"; undefined: it is none. */
export function bitsPerSecond(text: unknown): number | undefined {
  return read(text, UNITS_BPS);
}

function read(text: unknown, units: Readonly<Record<string, number>>): number | undefined {
  if (typeof text !== "string") return undefined;
  const { figure, unit = "" } =
    /^(?<figure>\d+(?:\.\d+)?)(?<unit>[a-zA-Z]+)$/.exec(text)?.groups ?? {};
  const size = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return size === undefined ? undefined : Math.round(Number(figure) * size);
}

/** In the largest unit that needs at most three decimals: "1.5s", "20ms", "3200001us". */
export function durationText(duration: number): string {
  const us = Math.round(duration);
  if (us % 1_000 === 0 && us >= 1_000_000) return `${us / 1_000_000}s`;
  if (us % 1_000 === 0 && us > 0) return `${us / 1_000}ms`;
  return us === 0 ? "0s" : `${us}us`;
}

/** In megabits, in which the page asks for it. */
export function bandwidthText(bps: number): string {
  return `${Math.round(bps) / 1e6}Mbps`;
}
