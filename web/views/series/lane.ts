/** What each lane gets, and what it says of itself in the table of laneTable.ts. */

import type { ScaleLinear } from "d3-scale";
import type { ReactNode } from "react";
import type { Frame, World } from "@/engine/types";
import type { Interval } from "@/model/interval";
import type { RunSeries } from "@/model/series/series";

export interface LaneRun {
  readonly series: RunSeries;
  readonly frame: Frame;
}

export interface LaneProps {
  readonly world: World;
  readonly own: LaneRun;
  /** What it is held against, and its name; null = nothing. */
  readonly other: (LaneRun & { readonly title: string }) | null;
  /** µs to px. */
  readonly x: ScaleLinear<number, number>;
  readonly width: number;
  readonly height: number;
  /** What is known reaches to here. */
  readonly knownUs: number;
  /** The stretch that figures speak of; null = the run so far. */
  readonly interval: Interval | null;
  /** No verdict may be told yet. */
  readonly hideVerdicts: boolean;
  readonly range: number;
  /** The request that is chosen; null = none. */
  readonly request: number | null;
}

/** What a lane knows before it is drawn. */
export type LaneWords = Omit<LaneProps, "x" | "width" | "height">;

export interface Lane {
  readonly title: string;
  /** Unit and scale, in a few words. */
  readonly unit: string;
  /** The view that shows what its figure is made of, by its id. */
  readonly proof: string;
  /** Its share of the height, against the others. */
  readonly share: number | ((props: LaneWords) => number);
  /** It has a time axis of its own, under that of the others. */
  readonly ownTime?: true;
  /** Under this name it can be saved as a picture. */
  readonly chart?: string;
  /** In a run that begins it stands empty, also where the scenario does not name its lanes. */
  readonly waits?: true;
  /** Whether it has anything to show; a lane that has not is left out. */
  has(props: LaneWords): boolean;
  /** Whether that is a story, where a scenario does not name its lanes; without it, it is. */
  isStory?(props: LaneWords): boolean;
  /** The figure that can be expected of the run from here, by its path in the run's report. */
  expects?(world: World): string | undefined;
  /** Its picture in words, for those who cannot see it. */
  words(props: LaneWords): ReactNode;
  /** SVG in a box of `width` by `height`. */
  Picture(props: LaneProps): ReactNode;
  /** At the end of the lane: what it comes to. */
  Figure(props: LaneProps): ReactNode;
}
