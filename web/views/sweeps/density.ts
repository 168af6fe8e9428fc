/** Very many lines between two axes, counted, so that a million runs take as long as a thousand. */

/** Places on an axis of numbers. */
const PLACES = 44;

/** An axis with each run at one of few places. */
export interface Binned {
  place: Uint8Array;
  y: Float32Array;
}

/** `y` of each run; the same heights are one place where these are few. */
export function binned(y: Float32Array): Binned {
  const few = [...distinct(y, PLACES)].toSorted((a, b) => a - b);
  if (few.length <= PLACES) {
    const places = new Map(few.map((one, place) => [one, place]));
    return { place: Uint8Array.from(y, (one) => places.get(one) ?? 0), y: Float32Array.from(few) };
  }
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const one of y) {
    if (one < least) least = one;
    if (one > most) most = one;
  }
  const step = (most - least) / PLACES;
  const place = Uint8Array.from(y, (one) => Math.min(PLACES - 1, Math.floor((one - least) / step)));
  return { place, y: Float32Array.from({ length: PLACES }, (_, at) => least + (at + 0.5) * step) };
}

/** Different values, one more than `most` at most. */
function distinct(all: Float32Array, most: number): Set<number> {
  const found = new Set<number>();
  for (const one of all) {
    found.add(one);
    if (found.size > most) break;
  }
  return found;
}

/** How many runs go from each place of one axis to each of the next. */
export class Ways {
  readonly counts: Int32Array;
  private readonly a: Binned;
  private readonly b: Binned;

  constructor(a: Binned, b: Binned) {
    this.a = a;
    this.b = b;
    this.counts = new Int32Array(a.y.length * b.y.length);
  }

  add(run: number, by: 1 | -1): void {
    const at = (this.a.place[run] as number) * this.b.y.length + (this.b.place[run] as number);
    this.counts[at] = (this.counts[at] as number) + by;
  }

  /** Adds them up pixel by pixel; `sum` has `width` columns of `height` pixels. */
  draw(sum: Float32Array, width: number, height: number): void {
    sum.fill(0);
    const { a, b, counts } = this;
    for (let from = 0; from < a.y.length; from++) {
      for (let to = 0; to < b.y.length; to++) {
        const count = counts[from * b.y.length + to] as number;
        if (count === 0) continue;
        let y = a.y[from] as number;
        const step = ((b.y[to] as number) - y) / width;
        for (let x = 0; x < width; x++, y += step) {
          const row = y | 0;
          if (row < 0 || row + 1 >= height) continue;
          const part = (y - row) * count;
          const at = row * width + x;
          sum[at] = (sum[at] as number) + count - part;
          sum[at + width] = (sum[at + width] as number) + part;
        }
      }
    }
  }
}

/** Opacity, 0 to 255, of so many lines where there are `runs` in all: few are seen, many are told apart. */
export function opacities(runs: number): (sum: number) => number {
  const scale = 215 / Math.log1p(runs / 8);
  return (sum) => (sum < 0.5 ? 0 : Math.min(255, 30 + scale * Math.log1p(sum)));
}
