/** What painting the diagram asks of a surface: a canvas and an SVG text both can do it. */
import type { MessageShape } from "@/model/messageMarks";
import type { Numbers } from "./numbers";

export interface Stroke {
  role: string;
  widthPx: number;
  dash?: readonly number[] | undefined;
  alpha?: number | undefined;
}

export interface Fill {
  role: string;
  alpha?: number | undefined;
}

export interface Marks {
  shape: MessageShape;
  role: string;
  /** Filled with the ground's colour instead of its own. */
  hollow: boolean;
  widthPx: number;
}

export interface TextLook {
  role: string;
  sizePx: number;
  strong?: boolean;
  align?: "start" | "middle" | "end";
  alpha?: number;
  /** Set in a box of the ground's colour, so that it can be read over lines. */
  boxed?: string | undefined;
}

export interface Painter {
  /** Lines from [x, y] to [x, y], four numbers each. */
  segments(lines: Numbers, stroke: Stroke): void;
  /** Lines through points, two numbers each. */
  trail(points: readonly number[], stroke: Stroke): void;
  /** Rectangles [x, y, w, h]. */
  rects(rects: Numbers, fill: Fill): void;
  rect(x: number, y: number, w: number, h: number, fill: Fill): void;
  /** Marks of one look at [x, y, radius]. */
  marks(places: Numbers, look: Marks): void;
  /** Crosses at [x, y, size]. */
  crosses(places: Numbers, stroke: Stroke): void;
  /** A line of text on its middle height. */
  text(text: string, x: number, y: number, look: TextLook): void;
  widthOf(text: string, look: TextLook): number;
  moved(dx: number, dy: number, draw: () => void): void;
  inside(x: number, y: number, w: number, h: number, draw: () => void): void;
}
