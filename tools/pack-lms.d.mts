/** What browser tests take from pack-lms.mjs. */

/** Writes what the arguments ask for, and returns the packages' paths. */
export function packLms(args: string[]): Promise<string[]>;
