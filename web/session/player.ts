/** Plays: asks for one frame with each picture, as far as wall time and speed say. */

import { t } from "@/language/words";
import { Easing } from "@/model/easing";
import { formatInstant } from "@/model/units";
import type { Deps } from "./deps";
import { capAt, Pacer, SpeedGauge } from "./pacer";
import { logOf } from "./session";

/** Most of a 16 ms frame: the engine has a thread of its own, and leaves time to hand a frame over. */
const FRAME_BUDGET_MS = 14;

type PlayerDeps = Pick<
  Deps,
  "run" | "page" | "ask" | "updateRequest" | "nextFrame" | "isTravelling" | "pause" | "seek"
>;

export class Player {
  private readonly deps: PlayerDeps;
  private readonly pacer = new Pacer();
  /** Until somebody chooses a speed. */
  readonly easing = new Easing();
  /** How far to play by a wall time, where somebody else says it; null: the speed says it. */
  lead: ((wallMs: number) => number) | null = null;
  /** Where a run that plays by itself rests; null: nowhere. */
  restUs: number | null = null;
  private readonly gauge = new SpeedGauge();
  /** The request that is under way. */
  private pulled: object | undefined;
  /** A picture that came while one was: it is asked for as soon as that has its frame. */
  private missed: { wallMs: number; speed: number } | undefined;
  private looping = false;

  constructor(deps: PlayerDeps) {
    this.deps = deps;
  }

  /** Goes on from an instant, with no time owed. */
  reset(nowUs: number): void {
    this.pacer.reset(nowUs);
    this.missed = undefined;
    this.gauge.reset();
    this.deps.run.setReachedSpeed(null);
  }

  /** The state says `playing`: pictures are asked for until it no longer does. */
  start(): void {
    this.reset(this.deps.run.getState().frame?.now_us ?? 0);
    if (this.looping) return;
    this.looping = true;
    this.deps.nextFrame(this.tick);
  }

  /** The worker was replaced: nothing is under way any more. */
  drop(): void {
    this.pulled = undefined;
  }

  /** One picture: ask for the next frame unless the last request is still under way. */
  private readonly tick = (wallMs: number): void => {
    const { playing, phase, speed, frame, session } = this.deps.run.getState();
    if (!playing || phase !== "ready") {
      this.looping = false;
      this.deps.run.setReachedSpeed(null);
      return;
    }
    this.deps.nextFrame(this.tick);
    const eased = frame === null ? undefined : this.easing.next(wallMs, frame, logOf(session));
    if (eased !== undefined && eased !== speed) this.deps.run.setSpeed(eased);
    const reached = this.gauge.read(wallMs, frame?.now_us ?? 0, eased ?? speed);
    // Who waits for somebody is not slow.
    const waits = frame !== null && this.easing.holdUs(frame, logOf(session)) === frame.now_us;
    if (waits) this.deps.run.setReachedSpeed(null);
    else if (reached !== undefined) this.deps.run.setReachedSpeed(reached);
    this.missed = { wallMs, speed: eased ?? speed };
    this.pullMissed();
  };

  private pullMissed(): void {
    if (this.missed === undefined || this.pulled !== undefined) return;
    const { wallMs, speed } = this.missed;
    this.missed = undefined;
    const wantedUs = this.lead?.(wallMs) ?? this.pacer.paceUntil(wallMs, speed);
    const untilUs = Math.min(this.held(wantedUs), this.restUs ?? wantedUs);
    // Who is ahead of whom they follow waits.
    const nowUs = this.deps.run.getState().frame?.now_us ?? 0;
    if (this.lead !== null && untilUs <= nowUs) return;
    if (!this.deps.isTravelling()) void this.pull(untilUs);
  }

  /** Where somebody is asked to act the run waits, and owes no time afterwards. */
  private held(untilUs: number): number {
    const { frame, session } = this.deps.run.getState();
    const hold =
      frame === null || this.lead !== null ? null : this.easing.holdUs(frame, logOf(session));
    if (hold === null || untilUs <= hold) return untilUs;
    this.pacer.reached(hold);
    return hold;
  }

  private async pull(untilUs: number): Promise<void> {
    const mine = {};
    this.pulled = mine;
    const { frame, world, broken, earlier } = this.deps.run.getState();
    const before = frame?.now_us ?? 0;
    const duration = world?.duration_us ?? 0;
    const reply = await this.deps.ask({
      type: "advance",
      // Of the instant at which another variant stood, there is to be a picture to compare.
      untilUs: capAt(capAt(untilUs, before, duration), before, earlier?.frame.now_us ?? 0),
      budgetMs: FRAME_BUDGET_MS,
      updateRequest: this.deps.updateRequest(),
    });
    if (this.pulled === mine) this.pulled = undefined;
    if (reply.type !== "advanced") return;
    const nowUs = reply.update.frame.now_us;
    if (!reply.update.reached) this.pacer.reached(nowUs);
    const found = reply.update.broken?.at_us;
    if (broken === null && found !== undefined && this.deps.run.getState().playing) {
      // Here somebody wants to look.
      this.deps.pause();
      void this.deps.seek(found);
      return;
    }
    if (this.deps.run.getState().playing && before < duration && nowUs >= duration) {
      this.deps.pause();
      this.deps.page.notify(
        t("The scenario ends here, at {duration}. You can keep playing past it.", {
          duration: formatInstant(duration),
        }),
      );
    }
    if (this.restUs !== null && nowUs >= this.restUs) {
      this.restUs = null;
      this.deps.pause();
    }
    if (this.deps.run.getState().playing) this.pullMissed();
  }
}
