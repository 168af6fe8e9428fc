/** Messages that are denser than pixels, as columns in three steps of strength, none left out. */
import { Numbers } from "./numbers";

export const STRENGTHS = [0.22, 0.42, 0.7] as const;
const MANY = [2, 5];

export class Density {
  /** Rectangles by style and strength. */
  readonly rects: Numbers[];
  private readonly styles: number;
  private readonly spaces: number;
  private readonly tops: Float64Array;
  private readonly column: Int32Array;
  private readonly passing: Int32Array;
  /** A run of columns of one strength that is not yet written. */
  private readonly runFrom: Int32Array;
  private readonly runTo: Int32Array;
  private readonly runStrength: Int8Array;

  /** `ys`: the heights of the lanes, from the top. */
  constructor(styles: number, ys: readonly number[]) {
    this.styles = styles;
    this.spaces = Math.max(0, ys.length - 1);
    this.tops = Float64Array.from(ys);
    const cells = styles * this.spaces;
    this.rects = Array.from({ length: styles * STRENGTHS.length }, () => new Numbers());
    this.column = new Int32Array(cells).fill(-1);
    this.passing = new Int32Array(cells);
    this.runFrom = new Int32Array(cells);
    this.runTo = new Int32Array(cells);
    this.runStrength = new Int8Array(cells).fill(-1);
  }

  /** A message of a style passes from one lane to another in this column; columns only rise. */
  add(style: number, laneA: number, laneB: number, column: number): void {
    const low = Math.min(laneA, laneB);
    const high = Math.max(laneA, laneB);
    for (let space = low; space < high; space++) {
      const cell = style * this.spaces + space;
      if (this.column[cell] !== column) {
        this.close(cell);
        this.column[cell] = column;
        this.passing[cell] = 0;
      }
      this.passing[cell] = (this.passing[cell] as number) + 1;
    }
  }

  finish(): void {
    for (let cell = 0; cell < this.styles * this.spaces; cell++) {
      this.close(cell);
      this.write(cell);
    }
  }

  /** The cell's column is complete: it goes on with the run before it, or begins one. */
  private close(cell: number): void {
    const column = this.column[cell] as number;
    if (column < 0) return;
    const passing = this.passing[cell] as number;
    const strength = passing < (MANY[0] as number) ? 0 : passing < (MANY[1] as number) ? 1 : 2;
    if (this.runStrength[cell] === strength && this.runTo[cell] === column) {
      this.runTo[cell] = column + 1;
      return;
    }
    this.write(cell);
    this.runStrength[cell] = strength;
    this.runFrom[cell] = column;
    this.runTo[cell] = column + 1;
  }

  private write(cell: number): void {
    const strength = this.runStrength[cell] as number;
    if (strength < 0) return;
    const style = Math.floor(cell / this.spaces);
    const space = cell - style * this.spaces;
    const top = this.tops[space] as number;
    const from = this.runFrom[cell] as number;
    this.rects[style * STRENGTHS.length + strength]?.push4(
      from,
      top,
      (this.runTo[cell] as number) - from,
      (this.tops[space + 1] as number) - top,
    );
    this.runStrength[cell] = -1;
  }
}
