/** A run that somebody else leads, until a person takes it into their own hands. */

import type { Reply } from "@/engine/messages";
import type { LoggedAction } from "@/engine/types";
import type { Controller } from "./controller";
import type { ScenarioSource } from "./session";
import { commit } from "./store";

export interface LedRun {
  source: ScenarioSource;
  text: string;
  variant: string;
  seed: number;
  actions: LoggedAction[];
}

export class Following {
  /** The same verbs as a person's, done by nobody's hand. */
  readonly controller: Controller;
  private onTaken: (() => void) | undefined;

  constructor(controller: Controller) {
    this.controller = controller;
  }

  /** `taken`: a person moves in time, or opens another run, by hand. */
  begin(onTaken: () => void): void {
    this.onTaken = onTaken;
  }

  end(): void {
    this.onTaken = undefined;
    this.controller.setLead(null);
  }

  /** Somebody took it into their own hands. */
  byHand(): void {
    this.onTaken?.();
  }

  /**
   * A run of somebody else, at an instant. The person's own session is kept and waits in storage;
   * what is led is not kept.
   */
  async open(run: LedRun, us: number): Promise<Reply> {
    const { source, text: scenario, variant, seed, actions } = run;
    const { run: store, page } = this.controller;
    const { ownSessionParked } = page.getState();
    if (!ownSessionParked) this.controller.leave();
    commit(() => {
      store.setPlaying(false);
      page.setOwnSessionParked(true);
    });
    const spec = { scenario, variant, seed, actions, until_us: us, lenient: true };
    // Only what a person made of it is worth keeping when another takes its place.
    const reply = await this.controller.runs.begin(source, spec, { ofLesson: true });
    if (reply.type !== "opened" && !ownSessionParked) page.setOwnSessionParked(ownSessionParked);
    return reply;
  }
}
