/** What browser tests take from pack.mjs. */

/** Packs a package that other projects install, and returns the tarball's path. */
export function pack(name: "engine" | "element" | "replay"): Promise<string>;
