/** Which runs of a sweep are chosen; moving one stretch looks at one column. */

import type { Dimension } from "./dimension";

export type Stretch = readonly [from: number, to: number];

export class Brushing {
  /** By the dimension's name. */
  readonly stretches = new Map<string, Stretch>();
  /** Of each run: stretches that it is outside of. */
  readonly outside: Uint16Array;
  count: number;
  /** Runs that the last move took in or left out: the first `changes` of these. */
  readonly changed: Uint32Array;
  changes = 0;

  readonly runs: number;
  private readonly followers = new Set<() => void>();

  constructor(runs: number) {
    this.runs = runs;
    this.outside = new Uint16Array(runs);
    this.changed = new Uint32Array(runs);
    this.count = runs;
  }

  has(run: number): boolean {
    return this.outside[run] === 0;
  }

  /** Moves the stretch of a dimension; null takes it away. A run without a value is in none. */
  move({ name, values }: Pick<Dimension, "name" | "values">, next: Stretch | null): void {
    const was = this.stretches.get(name) ?? null;
    if (next === null) this.stretches.delete(name);
    else this.stretches.set(name, next);
    const [wasFrom, wasTo] = was ?? [0, 0];
    const [from, to] = next ?? [0, 0];
    const { outside, changed } = this;
    let changes = 0;
    for (let run = 0; run < this.runs; run++) {
      const value = values[run] as number;
      const wasOut = was !== null && !(value >= wasFrom && value <= wasTo);
      const isOut = next !== null && !(value >= from && value <= to);
      if (wasOut === isOut) continue;
      const before = outside[run] as number;
      outside[run] = isOut ? before + 1 : before - 1;
      if (before === (isOut ? 0 : 1)) changed[changes++] = run;
      if (isOut && before === 0) this.count -= 1;
      else if (!isOut && before === 1) this.count += 1;
    }
    this.changes = changes;
    for (const moved of this.followers) moved();
  }

  /** Hears of each move, once for each: what changed stands here until the next. */
  follow(moved: () => void): () => void {
    this.followers.add(moved);
    return () => this.followers.delete(moved);
  }

  chosen(order: Uint32Array): Uint32Array {
    const found = new Uint32Array(this.count);
    let next = 0;
    for (const run of order) if (this.outside[run] === 0) found[next++] = run;
    return found;
  }
}
