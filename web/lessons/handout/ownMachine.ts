/** Whether an address means the machine of whoever opens it, so that it leads nobody else here. */

/** @param hostname as `location` has it */
export function isOwnMachine(hostname: string): boolean {
  return /^(|localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/i.test(hostname);
}
