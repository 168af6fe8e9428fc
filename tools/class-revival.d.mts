/** What tests take from class-revival.mjs. */

export const TIMES_MAX: number;

export class Revival {
  constructor(deps: {
    start: () => Promise<void>;
    said: (sentence: string) => void;
    gaveUp: (sentence: string) => void;
    nowMs: () => number;
    later: (callback: () => void, ms: number) => void;
  });

  /** The class ends: nothing is started any more. */
  end(): void;

  /** The server ended, and nobody asked it to. */
  died(why: string): void;
}
