/** What browser tests take from static-host.mjs. */

/** A plain server of dist/, as any static host is one. */
export class StaticHost {
  /** Other files than those of the build, by their path in the folder. */
  readonly instead: Map<string, string>;

  /** @param folder where the page is, e.g. `/some/path/` */
  constructor(folder?: string, options?: { compressed?: boolean });

  /** Begins to answer and returns the page's address. */
  start(): Promise<string>;

  /** Nobody listens any more, and nobody is still connected. */
  stop(): Promise<void>;
}
