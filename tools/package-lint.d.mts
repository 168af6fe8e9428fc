/** What browser tests take from package-lint.mjs. */

/** What publint and attw find in a packed package, one sentence each. */
export function packageFaults(tarball: string): Promise<string[]>;
