/**
 * Durations and rates as scenario files write them. Pure; the engine checks them again.
 */

/** "250us", "3ms", "1.5s". */
export function isDuration(text: string): boolean {
  return /^\d+(\.\d+)?(us|ms|s)$/.test(text);
}

export function millisecondsText(ms: number): string {
  return `${ms}ms`;
}

export function megabitsText(mbps: number): string {
  return `${mbps}Mbps`;
}
