/** The speed at which a scenario opens: slow while the first request is under way. */

import type { Frame, LoggedAction } from "@/engine/types";
import { type Beat, holdUs, tempoAt } from "./beats";

/** What comes before the first request takes no longer than the eye waits. */
const BEFORE_SPEED_MIN = 0.5;
/** The slow part lasts between these. */
const FIRST_MS_MIN = 3_000;
const FIRST_MS_MAX = 10_000;
/** The rest is over in about this. */
const WHOLE_US = 60_000_000;
const LATER_SPEED_MAX = 1;
/** To where somebody wants to act. */
const HURRIED_SPEED = 4;

type Pictured = Pick<Frame, "now_us" | "workloads">;
type Part = "before" | "first" | "beats" | "over";

export interface OpeningRun {
  /** As the scenario suggests. */
  speed: number;
  durationUs: number;
  /** What is said meanwhile, each at a speed of its own; none: the run eases itself. */
  beats: readonly Beat[];
}

export class Easing {
  private part: Part = "over";
  private run: OpeningRun = { speed: 1, durationUs: 0, beats: [] };
  private sinceMs = 0;
  private isHurried = false;
  /** As many requests as were known when the slow part began, and one more. */
  private awaited = 0;

  begin(run: OpeningRun): number {
    this.run = run;
    this.part = run.beats.length > 0 ? "beats" : "before";
    this.isHurried = false;
    return run.speed;
  }

  /** Whether beats say how fast it goes. */
  get isTelling(): boolean {
    return this.part === "beats";
  }

  /** To where somebody is asked to act, at once. */
  hurry(): void {
    this.isHurried = true;
  }

  /** The instant that is not passed before somebody acts; null: there is none. */
  holdUs({ now_us }: Pictured, log: readonly LoggedAction[]): number | null {
    return this.part === "beats" ? holdUs(this.run.beats, now_us, log) : null;
  }

  /** Somebody chose a speed or an instant: from now on it is theirs. */
  end(): void {
    this.part = "over";
  }

  /** Another speed from now on; undefined: as it is. To be asked with every picture. */
  next(wallMs: number, frame: Pictured, log: readonly LoggedAction[]): number | undefined {
    if (this.part === "beats") return this.speedAt(frame, log);
    if (this.part === "before") return this.before(wallMs, frame);
    if (this.part === "first") return this.first(wallMs, frame);
    return undefined;
  }

  private speedAt(frame: Pictured, log: readonly LoggedAction[]): number {
    const hold = this.isHurried ? this.holdUs(frame, log) : null;
    if (hold !== null) return HURRIED_SPEED;
    this.isHurried = false;
    const tempo = tempoAt(this.run.beats, frame.now_us);
    if (tempo !== null) return tempo;
    this.part = "over";
    return laterSpeed(this.run, frame.now_us);
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
