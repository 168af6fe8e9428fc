/** What the rooms of a session work with: the browser, the stores, and what they ask of each other. */

import type { Command, FrameWish, Opened, Panicked, Reply, RunSpec } from "@/engine/messages";
import type { Action } from "@/engine/types";
import type { OpeningRun } from "@/model/easing";
import type { Platform } from "./platform";
import type { ScenarioSource } from "./session";
import type { Tape } from "./tape/tapeTypes";

export interface Deps extends Platform {
  /**
   * Sends a command and takes what its reply changes. `taking` is called before, and told together
   * with it.
   */
  ask(command: Command, attempted?: Action, taking?: (reply: Reply) => void): Promise<Reply>;
  /** What the next picture should hold. */
  wish(): FrameWish;
  /** Another instant or branch is shown. */
  arrived(): void;
  save(): void;
  play(): void;
  pause(): void;
  setSpeed(speed: number): void;
  /** The speed that suits the opening of a run, until somebody chooses another. */
  ease(run: OpeningRun): void;
  setRange(range: number): void;
  seek(us: number): Promise<void>;
  /** An instant of another branch. */
  switchTo(branch: number, us: number): Promise<void>;
  /** Whether something else than playing moves the instant. */
  isTravelling(): boolean;
  panicked(reply: Panicked): void;
  reject(name: string, message: string, source?: ScenarioSource): false;

  // --- opening a run ------------------------------------------------------------------------------

  /** The reply, or undefined when the worker was replaced meanwhile. */
  openInEngine(spec: RunSpec): Promise<Reply | undefined>;
  /** The run that stood is about to be left, or was left for this one. */
  leaving(): void;
  /** Another run stands; what it has of the record. */
  opened(reply: Opened): Tape | null;
  /** A run goes on from where it stands, with no time owed. */
  settled(): void;
}
