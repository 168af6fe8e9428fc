/** What browser tests take from static-host.mjs. */

/** Serves dist/ as a visitor gets it. */
export class StaticHost {
  /** Scripts in place of those of the build, by their path in the folder. */
  readonly instead: Map<string, string>;

  /**
   * @param options folder: where the page is; plain: without the page's headers; classPort: of the
   * door of a class
   */
  constructor(options?: { folder?: string; plain?: boolean; classPort?: number });

  /** Begins to answer and returns the page's address. */
  start(options?: { port?: number; strict?: boolean; host?: string }): Promise<string>;

  /** Nobody listens any more, and nobody is still connected. */
  stop(): Promise<void>;
}
