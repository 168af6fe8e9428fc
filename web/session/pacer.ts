/** Turns wall time into how far the simulation may go, never into what happens. */

/** A tab that slept does not jump ahead when it wakes. */
const WALL_GAP_MAX_MS = 100;

export class Pacer {
  private playheadUs = 0;
  private lastWallMs: number | undefined;

  /** Starts again from an instant, with no time owed. */
  reset(nowUs: number): void {
    this.playheadUs = nowUs;
    this.lastWallMs = undefined;
  }

  /** Where the simulation should be at this wall instant; whole microseconds. */
  paceUntil(wallMs: number, speed: number): number {
    const gapMs =
      this.lastWallMs === undefined
        ? 0
        : Math.min(WALL_GAP_MAX_MS, Math.max(0, wallMs - this.lastWallMs));
    this.lastWallMs = wallMs;
    this.playheadUs += gapMs * 1_000 * speed;
    return Math.floor(this.playheadUs);
  }

  /** The engine got only this far within its budget: the rest is not owed. */
  reached(nowUs: number): void {
    if (nowUs < Math.floor(this.playheadUs)) this.playheadUs = nowUs;
  }
}

/** A speed is read off over so much wall time. */
const GAUGE_MS = 1_000;
/** The page was not drawn at all: this is no measure of the engine. */
const GAUGE_GAP_MAX_MS = 1_000;
/** Slower than this share of what was wished is told. */
const GAUGE_SHARE = 0.9;

/** Reads off how fast simulated time really passes. */
export class SpeedGauge {
  private from: { wallMs: number; us: number; speed: number } | undefined;
  private lastWallMs = 0;

  reset(): void {
    this.from = undefined;
  }

  /** Null: as fast as was wished; undefined: it is not known yet. */
  read(wallMs: number, nowUs: number, speed: number): number | null | undefined {
    const isGap = wallMs - this.lastWallMs > GAUGE_GAP_MAX_MS;
    this.lastWallMs = wallMs;
    const { from } = this;
    if (from === undefined || isGap || from.speed !== speed || nowUs < from.us) {
      this.from = { wallMs, us: nowUs, speed };
      return from?.speed === speed ? undefined : null;
    }
    const passedMs = wallMs - from.wallMs;
    if (passedMs < GAUGE_MS) return undefined;
    this.from = { wallMs, us: nowUs, speed };
    const reached = (nowUs - from.us) / 1_000 / passedMs;
    return reached < speed * GAUGE_SHARE ? Number(reached.toPrecision(2)) : null;
  }
}

/** While playing towards an instant, such as the scenario's end, stop exactly there once. */
export function capAt(untilUs: number, nowUs: number, atUs: number): number {
  return nowUs < atUs ? Math.min(untilUs, atUs) : untilUs;
}
