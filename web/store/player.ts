/**
 * Plays: asks for one frame with each picture, as far as wall time and speed say, and never for two
 * at once. Must not know the worker, nor how frames are shown.
 */

import { formatInstant } from "@/lib/units";
import type { Command, Reply } from "@/protocol/messages";
import { capAtEnd, Pacer } from "./pacer";
import { wishOf } from "./reduce";
import type { SimState } from "./simStore";

/** Leaves half of a 16 ms frame to drawing. */
const FRAME_BUDGET_MS = 8;

export interface PlayerSurroundings {
  state(): SimState;
  ask(command: Command): Promise<Reply>;
  nextFrame(callback: (wallMs: number) => void): void;
  /** Whether something else moves the instant. */
  isElsewhere(): boolean;
  pause(): void;
  goTo(us: number): void;
  notify(text: string): void;
}

export class Player {
  private readonly around: PlayerSurroundings;
  private readonly pacer = new Pacer();
  private pulling = false;
  private looping = false;

  constructor(around: PlayerSurroundings) {
    this.around = around;
  }

  /** Goes on from an instant, with no time owed. */
  reset(nowUs: number): void {
    this.pacer.reset(nowUs);
  }

  /** The state says `playing`: pictures are asked for until it no longer does. */
  start(): void {
    this.pacer.reset(this.around.state().frame?.now_us ?? 0);
    if (this.looping) return;
    this.looping = true;
    this.around.nextFrame(this.tick);
  }

  /** The worker was replaced: nothing is under way any more. */
  drop(): void {
    this.pulling = false;
  }

  /** One picture: ask for the next frame unless the last request is still under way. */
  private readonly tick = (wallMs: number): void => {
    const { playing, phase, speed } = this.around.state();
    if (!playing || phase !== "ready") {
      this.looping = false;
      return;
    }
    this.around.nextFrame(this.tick);
    const untilUs = this.pacer.until(wallMs, speed);
    if (!this.pulling && !this.around.isElsewhere()) void this.pull(untilUs);
  };

  private async pull(untilUs: number): Promise<void> {
    this.pulling = true;
    const { frame, world, broken } = this.around.state();
    const before = frame?.now_us ?? 0;
    const duration = world?.duration_us ?? 0;
    const reply = await this.around.ask({
      type: "advance",
      untilUs: capAtEnd(untilUs, before, duration),
      budgetMs: FRAME_BUDGET_MS,
      wish: wishOf(this.around.state()),
    });
    this.pulling = false;
    if (reply.type !== "advanced") return;
    const nowUs = reply.update.frame.now_us;
    if (!reply.update.reached) this.pacer.reached(nowUs);
    const found = reply.update.broken?.[0];
    if (broken === null && found !== undefined && this.around.state().playing) {
      // Here somebody wants to look.
      this.around.pause();
      this.around.goTo(found);
      return;
    }
    if (this.around.state().playing && before < duration && nowUs >= duration) {
      this.around.pause();
      this.around.notify(
        `The scenario ends here, at ${formatInstant(duration)}. Play goes on past it.`,
      );
    }
  }
}
