/** What a lesson may do to the run and the page: what a person may do. Types alone. */

import type { Action, Lesson } from "@/engine/types";
import type { Fetched } from "@/model/fetched";
import type { PageStore } from "@/session/pageStore";
import type { OpenOptions, ScenarioSource } from "@/session/session";
import type { Sim } from "@/session/simClient";
import type { SimStore } from "@/session/simStore";
import type { VariantRuns } from "@/session/variantRuns";
import type { TextStorage } from "./progress";

export interface LessonDeps
  extends Pick<Sim, "judge" | "advanceTo" | "setSpeed" | "report" | "notify" | "play" | "pause"> {
  run: SimStore;
  page: PageStore;
  variants: Pick<VariantRuns, "at" | "close">;
  /** The run itself once more, where its past is asked for. */
  shadow: Pick<VariantRuns, "at" | "close">;
  storage(): TextStorage;
  read(text: string): Promise<Fetched<Lesson>>;
  open(source: ScenarioSource, options: OpenOptions): Promise<boolean>;
  act(action: Action): Promise<unknown>;
  /** Plays by itself to an instant and rests there, unless a person takes it into their hands. */
  playUntil(us: number): void;
  seek(us: number): Promise<void>;
  /** Nothing may move by itself. */
  isStill(): boolean;
  showView(view: string): void;
  bookmark(us: number, name: string): void;
  wallMs(): number;
  later(callback: () => void, ms: number): void;
}
