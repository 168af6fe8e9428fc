/** Whether time goes slowly enough for a single message to be followed. Pure. */

/** Simulated seconds per second: 25 ms across a sea take a tenth of a second. */
const SLOW = 0.25;

export function isSlow({ playing, speed }: { playing: boolean; speed: number }): boolean {
  return !playing || speed <= SLOW;
}
