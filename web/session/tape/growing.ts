/** Typed arrays side by side that grow to a bound. Must not know what is in them. */

import { countWhile } from "@/model/search";

type NumberArray = Float64Array | Uint32Array | Uint16Array | Uint8Array;
type NumberArrayMaker = new (length: number) => NumberArray;

/** For each column, what makes its array. */
type Shape = Record<string, NumberArrayMaker>;
type ArrayOf<M> = M extends Float64ArrayConstructor
  ? Float64Array
  : M extends Uint32ArrayConstructor
    ? Uint32Array
    : M extends Uint16ArrayConstructor
      ? Uint16Array
      : Uint8Array;
type ColumnsOf<S extends Shape> = { [K in keyof S]: ArrayOf<S[K]> };

const LENGTH_MIN = 1_024;

export class Growing<S extends Shape> {
  count = 0;
  private readonly shape: S;
  private columns: ColumnsOf<S>;
  private room = 0;

  constructor(shape: S) {
    this.shape = shape;
    this.columns = this.made(0);
  }

  /** Adds places at the end, unset, and gives the columns, now long enough to set them. */
  extend(by: number): ColumnsOf<S> {
    const count = this.count + by;
    if (count > this.room) {
      this.room = Math.max(LENGTH_MIN, count, Math.min(this.room * 2, this.room + 200_000));
      const larger = this.made(this.room);
      for (const name of this.names) larger[name].set(this.columns[name].subarray(0, this.count));
      this.columns = larger;
    }
    this.count = count;
    return this.columns;
  }

  /** Adds places of other columns. */
  append(from: ColumnsOf<S>, start: number, end: number): void {
    const at = this.count;
    const columns = this.extend(end - start);
    for (const name of this.names) columns[name].set(from[name].subarray(start, end), at);
  }

  /** Keeps the places before this one. */
  cut(count: number): void {
    this.count = Math.min(count, this.count);
  }

  /** What is there, without copies: it changes with the next change. */
  view(): ColumnsOf<S> {
    const view = this.made(0);
    for (const name of this.names) Object.assign(view, { [name]: this.part(name) });
    return view;
  }

  private part<K extends keyof S>(name: K): NumberArray {
    return this.columns[name].subarray(0, this.count);
  }

  private get names(): (keyof S)[] {
    return Object.keys(this.shape);
  }

  private made(length: number): ColumnsOf<S> {
    const made: Record<string, NumberArray> = {};
    for (const [name, Maker] of Object.entries(this.shape)) made[name] = new Maker(length);
    return made as ColumnsOf<S>;
  }
}

/** Position of the first of sorted numbers that is greater. */
export function firstGreater(sorted: Float64Array, count: number, than: number): number {
  return countWhile(count, (place) => (sorted[place] ?? 0) <= than);
}
