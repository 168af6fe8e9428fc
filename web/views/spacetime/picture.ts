/** Everything that a picture of the diagram depends on, and where things stand in it. */
import type { World } from "@/engine/types";
import type { Decided, Flag, Ticks } from "./happenings";
import type { Lease } from "./leases";
import type { Lanes } from "./nodeLines";
import type { Messages, SelectedMessages } from "./selectMessages";
import type { Span } from "./spans";
import { instantAt, type Line, placeOf } from "./timeScale";

export interface Plot {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Picture {
  world: World;
  width: number;
  height: number;
  /** Where time runs; left of it are the names of lanes, above it words, below it the axis. */
  plot: Plot;
  lanes: Lanes;
  line: Line;
  /** Place on the line at the plot's left edge. */
  leftPx: number;
  messages: Messages;
  shown: SelectedMessages;
  spans: readonly Span[];
  ticks: Ticks;
  /** Empty where they are hidden. */
  leases: readonly Lease[];
  decisions: readonly Decided[];
  flags: readonly Flag[];
  /** What is recorded begins here, and is known up to there. */
  recordedFromUs: number;
  knownToUs: number;
  /** Type size and factor of marks and lines. */
  textPx: number;
  scale: number;
}

export interface Way {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export function xOf(picture: Picture, us: number): number {
  return picture.plot.x + placeOf(picture.line, us) - picture.leftPx;
}

export function instantOf(picture: Picture, x: number): number {
  return instantAt(picture.line, x - picture.plot.x + picture.leftPx);
}

/** Lost in flight, cut or dropped: it ends halfway. */
export function endsHalfway(outcome: number): boolean {
  return outcome >= 2 && outcome <= 4;
}

export function wayOf(picture: Picture, row: number): Way {
  const { messages, lanes } = picture;
  const y1 = lanes.yOfNode[messages.from[row] as number] ?? 0;
  const y2 = lanes.yOfNode[messages.to[row] as number] ?? 0;
  return {
    x1: xOf(picture, messages.sentUs[row] as number),
    y1,
    x2: xOf(picture, messages.endUs[row] as number),
    y2: endsHalfway(messages.outcome[row] as number) ? (y1 + y2) / 2 : y2,
  };
}
