/** A clock that a test moves by hand: what was to be done later is done when its time comes. */
export class HandClock {
  nowMs = 0;
  private waiting: { ms: number; callback: () => void }[] = [];

  readonly later = (callback: () => void, ms: number): void => {
    this.waiting.push({ ms: this.nowMs + ms, callback });
  };

  /** In the order of their times; what promises bring comes in between. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    for (;;) {
      await settle();
      const [next] = this.waiting.sort((a, b) => a.ms - b.ms);
      if (next === undefined || next.ms > untilMs) break;
      this.waiting.shift();
      this.nowMs = next.ms;
      next.callback();
    }
    this.nowMs = untilMs;
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
}
