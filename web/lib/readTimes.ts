/**
 * How long a leader may answer alone, and up to when a replica may be read alone, in words. Pure;
 * must not know where the figures come from.
 */

import { formatDuration } from "./units";

const VALID = 1;
const LEASES = ["", "lease", "lease suspended", "lease over"];

/** "lease 420 ms"; "" where nobody uses leases. */
export function leaseText(state: number, leftUs: number): string {
  const text = LEASES[state] ?? "";
  return state === VALID ? `${text} ${formatDuration(leftUs)}` : text;
}

/** "safe 3 s ago"; "" where nobody keeps safe times. */
export function safeText(lagUs: number): string {
  return lagUs < 0 ? "" : `safe ${formatDuration(lagUs)} ago`;
}
