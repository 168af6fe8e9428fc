/**
 * Starts a class's server again when it ends by itself: with the configuration, the code and the
 * streams on disk that it had. Gives up after three times, with the reason. Must not know the server.
 */

export const TIMES_MAX = 3;
/** Times longer ago than this are forgotten: a class may last a day. */
const WINDOW_MS = 10 * 60_000;
/** Ctrl + C reaches the server before it reaches this: who ends it all has the time to say so. */
const PAUSE_MS = 500;

export class Revival {
  #deps;
  #begunMs = [];
  #isOver = false;

  /**
   * @param {{ start: () => Promise<void>, said: (sentence: string) => void,
   * gaveUp: (sentence: string) => void, nowMs: () => number,
   * later: (callback: () => void, ms: number) => void }} deps start: rejects where the server does
   * not start
   */
  constructor(deps) {
    this.#deps = deps;
  }

  /** The class ends: nothing is started any more. */
  end() {
    this.#isOver = true;
  }

  /** The server ended, and nobody asked it to. @param {string} why its last words */
  died(why) {
    this.#deps.later(() => void this.#begin(why), PAUSE_MS);
  }

  async #begin(why) {
    if (this.#isOver) return;
    const { start, said, gaveUp, nowMs } = this.#deps;
    this.#begunMs = this.#begunMs.filter((ms) => nowMs() - ms < WINDOW_MS);
    if (this.#begunMs.length >= TIMES_MAX) {
      this.end();
      gaveUp(
        `nats-server ended again after it was started ${TIMES_MAX} times in ten minutes: ${why}`,
      );
      return;
    }
    this.#begunMs.push(nowMs());
    said(
      `nats-server ended by itself: ${why}\n  It is started again with the same class and all that was stored (${this.#begunMs.length} of ${TIMES_MAX}).`,
    );
    try {
      await start();
      if (!this.#isOver) said("nats-server is back; the pages come back by themselves.");
    } catch (error) {
      this.died(error.message);
    }
  }
}
