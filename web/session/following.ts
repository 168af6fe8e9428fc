/**
 * A run that somebody else leads: the same verbs as a person's, done by nobody's hand; and who is
 * told when a person takes it into their own hands. Must not know a class, nor how it is heard.
 */

import type { Reply, SeekGoal } from "@/engine/messages";
import type { LoggedAction } from "@/engine/types";
import type { Controller } from "./controller";
import type { PageStore } from "./pageStore";
import type { Player } from "./player";
import type { ScenarioSource } from "./session";
import type { SimStore } from "./simStore";
import { commit } from "./store";

export interface LedRun {
  source: ScenarioSource;
  text: string;
  variant: string;
  seed: number;
  actions: LoggedAction[];
}

type Led = Pick<
  Controller,
  "runs" | "travel" | "branching" | "setSpeed" | "setRange" | "select" | "setLead" | "leave"
> &
  Pick<Controller, "play" | "pause">;

export class Following {
  private readonly controller: Led;
  private readonly run: SimStore;
  private readonly page: PageStore;
  private taken: (() => void) | undefined;

  constructor(controller: Led, run: SimStore, page: PageStore) {
    this.controller = controller;
    this.run = run;
    this.page = page;
  }

  /** `taken`: a person moves in time, or opens another run, by hand. */
  begin(taken: () => void): void {
    this.taken = taken;
  }

  end(): void {
    this.taken = undefined;
    this.controller.setLead(null);
  }

  /** Somebody took it into their own hands. */
  byHand(): void {
    this.taken?.();
  }

  /**
   * A run of somebody else, at an instant. The person's own session is kept and waits in storage;
   * what is led is not kept.
   */
  async open(run: LedRun, us: number): Promise<Reply> {
    const { source, text: scenario, variant, seed, actions } = run;
    const { aside } = this.page.getState();
    if (!aside) this.controller.leave();
    commit(() => {
      this.run.setPlaying(false);
      this.page.setAside(true);
    });
    const spec = { scenario, variant, seed, actions, until_us: us, lenient: true };
    // Only what a person made of it is worth keeping when another takes its place.
    const reply = await this.controller.runs.begin(source, spec, { ofLesson: true });
    if (reply.type !== "opened" && !aside) this.page.setAside(aside);
    return reply;
  }

  takeLog(actions: LoggedAction[]): Promise<void> {
    return this.controller.branching.takeLog(actions);
  }

  fork(actions: LoggedAction[], us: number, cause: string): Promise<boolean> {
    return this.controller.branching.fork(actions, us, cause);
  }

  switchTo(branch: number, us: number): Promise<void> {
    return this.controller.branching.switchTo(branch, us);
  }

  to(goal: SeekGoal): Promise<void> {
    return this.controller.travel.to(goal);
  }

  setLead(lead: Player["lead"]): void {
    this.controller.setLead(lead);
  }

  play(): void {
    this.controller.play();
  }

  pause(): void {
    this.controller.pause();
  }

  setSpeed(speed: number): void {
    this.controller.setSpeed(speed);
  }

  setRange(range: number): void {
    this.controller.setRange(range);
  }

  select: Controller["select"] = (target) => this.controller.select(target);
}
