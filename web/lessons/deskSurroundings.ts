/** What a lesson may do to the run and the page: what a person may do. Types alone. */

import type { Action, Lesson } from "@/engine/types";
import type { Fetched } from "@/model/fetched";
import type { OpenOptions, ScenarioSource } from "@/session/session";
import type { SimStore } from "@/session/simStore";
import type { VariantRuns } from "@/session/variantRuns";
import type { WatchSurroundings } from "./goalWatch";
import type { TextStorage } from "./progress";

export interface DeskSurroundings extends Omit<WatchSurroundings, "variants"> {
  store: SimStore;
  variants: Pick<VariantRuns, "at" | "close">;
  /** The run itself once more, where its past is asked for. */
  shadow: Pick<VariantRuns, "at" | "close">;
  storage(): TextStorage;
  read(text: string): Promise<Fetched<Lesson>>;
  open(source: ScenarioSource, options: OpenOptions): Promise<boolean>;
  advanceTo(us: number): Promise<void>;
  act(action: Action): Promise<unknown>;
  setSpeed(speed: number): void;
  showView(view: string): void;
  report(): Promise<Fetched<string>>;
  bookmark(us: number, name: string): void;
  notify(text: string, alert?: boolean): void;
  dismissNotices(): void;
}
