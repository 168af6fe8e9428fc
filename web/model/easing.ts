/**
 * The speed at which a scenario opens: quickly to its first request, slowly while that is under way,
 * and then quickly enough that its whole length is watched in about a minute. Pure: instants of the
 * wall are handed in. Must not know who plays.
 */

import type { Frame } from "@/engine/types";

/** What comes before the first request takes no longer than the eye waits. */
const BEFORE_SPEED_MIN = 0.5;
/** The slow part lasts between these. */
const FIRST_MS_MIN = 3_000;
const FIRST_MS_MAX = 10_000;
/** The rest is over in about this. */
const WHOLE_US = 60_000_000;
const LATER_SPEED_MAX = 1;

type Pictured = Pick<Frame, "now_us" | "workloads">;
type Part = "before" | "first" | "over";

export interface OpeningRun {
  /** As the scenario suggests. */
  speed: number;
  durationUs: number;
}

export class Easing {
  private part: Part = "over";
  private run: OpeningRun = { speed: 1, durationUs: 0 };
  private sinceMs = 0;
  /** As many requests as were known when the slow part began, and one more. */
  private awaited = 0;

  /** The speed to begin with. */
  begin(run: OpeningRun): number {
    this.run = run;
    this.part = "before";
    return run.speed;
  }

  /** Somebody chose a speed or an instant: from now on it is theirs. */
  end(): void {
    this.part = "over";
  }

  /** Another speed from now on; undefined: as it is. To be asked with every picture. */
  next(wallMs: number, frame: Pictured): number | undefined {
    if (this.part === "before") return this.before(wallMs, frame);
    if (this.part === "first") return this.first(wallMs, frame);
    return undefined;
  }

  private before(wallMs: number, { workloads }: Pictured): number {
    const known = workloads.reduce((all, load) => all + ended(load) + load.in_flight, 0);
    if (known === 0) return Math.max(this.run.speed, BEFORE_SPEED_MIN);
    this.part = "first";
    this.sinceMs = wallMs;
    this.awaited = known + 1;
    return this.run.speed;
  }

  private first(wallMs: number, { workloads, now_us }: Pictured): number | undefined {
    const lastedMs = wallMs - this.sinceMs;
    const done = workloads.reduce((all, load) => all + ended(load), 0);
    const isSeen = done >= this.awaited && lastedMs >= FIRST_MS_MIN;
    if (!isSeen && lastedMs < FIRST_MS_MAX) return undefined;
    this.part = "over";
    return laterSpeed(this.run, now_us);
  }
}

/** The least of the usual speeds at which the rest is over in time. */
function laterSpeed({ speed, durationUs }: OpeningRun, nowUs: number): number {
  const wanted = Math.min(LATER_SPEED_MAX, (durationUs - nowUs) / WHOLE_US);
  const usual = [0.05, 0.1, 0.2, 0.5, LATER_SPEED_MAX].find((one) => one >= wanted);
  return Math.max(speed, usual ?? LATER_SPEED_MAX);
}

function ended({ ok, failed, unknown }: Frame["workloads"][number]): number {
  return ok + failed + unknown;
}
