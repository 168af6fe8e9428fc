/** What browser tests take from pack-replay.mjs. */

/** Packs the package that other projects install, and returns the tarball's path. */
export function packReplay(): Promise<string>;
