/** Draws entries on their way as the blocks of the logs that they come from and go to. */

import type { Flights } from "@/engine/types";
import type { Hue } from "@/model/map/hues";

/** Up to so many, blocks are as large as those of the logs; more are smaller and without a number. */
const LARGE_MAX = 10;
const MIDDLE_MAX = 40;
const LARGE_PX = 23;
const MIDDLE_PX = 13;
const SMALL_PX = 8;
const CORNER_PX = 3;
const LETTER_PX = 11.5;
/** On a projector a whole number more: nothing is under 20 px there. */
const LETTER_LARGE_PX = 12;
/** A block stands behind that of a message with several entries. */
const STACK_PX = 3;
const ASIDE_ALPHA = 0.4;

/** Where a picture has its messages, by row of the frame. */
export interface Places {
  count: number;
  xs: Float32Array;
  ys: Float32Array;
  /** Half the width of each mark. */
  radii: Float32Array;
  scale: number;
  /** Whether it is between two islands. */
  isAtSea(row: number): boolean;
  /** Whether its way goes across rather than up or down. */
  isLevel(row: number): boolean;
  /** Of a role of the theme. */
  colour(name: string): string;
}

export class EntryBlocks {
  count = 0;
  private near = 0;
  private readonly rows: Uint16Array;
  private readonly hues: Uint8Array;
  /** 1 = of what is looked at, 0 = steps back. */
  private readonly shown: Uint8Array;

  constructor(most: number) {
    this.rows = new Uint16Array(most);
    this.hues = new Uint8Array(most);
    this.shown = new Uint8Array(most);
  }

  begin(): void {
    this.count = 0;
    this.near = 0;
  }

  add(row: number, hue: Hue, isShown: boolean): void {
    this.rows[this.count] = row;
    this.hues[this.count] = hue;
    this.shown[this.count] = isShown ? 1 : 0;
    this.count++;
    if (isShown) this.near++;
  }

  sizePx(): number {
    if (this.near <= LARGE_MAX) return LARGE_PX;
    return this.near <= MIDDLE_MAX ? MIDDLE_PX : SMALL_PX;
  }

  forEach(visit: (row: number) => void): void {
    for (let i = 0; i < this.count; i++) visit(this.rows[i] as number);
  }

  draw(context: CanvasRenderingContext2D, flights: Flights, places: Places): void {
    const size = this.sizePx();
    const px = size * places.scale;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const letterPx = places.scale > 1 ? LETTER_LARGE_PX : LETTER_PX;
    context.font = `620 ${letterPx * places.scale}px ${places.colour("font")}`;
    context.lineWidth = (size === LARGE_PX ? 1.8 : 1.4) * places.scale;
    context.fillStyle = places.colour("land");
    for (let i = 0; i < this.count; i++) {
      const row = this.rows[i] as number;
      const x = places.xs[row] as number;
      const y = places.ys[row] as number;
      const entries = flights.entries[row] as number;
      const colour = places.colour(`term-${this.hues[i]}`);
      context.globalAlpha = this.shown[i] === 1 ? 1 : ASIDE_ALPHA;
      context.strokeStyle = colour;
      context.fillStyle = places.colour("land");
      if (entries > 1) box(context, x + STACK_PX, y - STACK_PX, px);
      box(context, x, y, px);
      if (size !== LARGE_PX) continue;
      context.fillStyle = colour;
      const text = entries > 1 ? `×${entries}` : String((flights.index[row] as number) + 1);
      context.fillText(text, x, y + 0.5);
    }
    context.globalAlpha = 1;
  }
}

function box(context: CanvasRenderingContext2D, x: number, y: number, px: number): void {
  context.beginPath();
  context.roundRect(x - px / 2, y - px / 2, px, px, Math.min(CORNER_PX, px / 3));
  context.fill();
  context.stroke();
}
