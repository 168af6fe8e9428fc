/** The Pareto front: what no other is better than, as `raft-atlas sweep report` marks it. Pure. */

/** Which of these no other dominates; less is better in each figure. */
export function front(all: readonly (readonly number[])[]): boolean[] {
  // What dominates stands before what it dominates: each is held against the front so far alone.
  const order = all.map((_, place) => place);
  order.sort((a, b) => firstUnlike(all[a] ?? [], all[b] ?? []) || a - b);
  const best: (readonly number[])[] = [];
  const isBest = all.map(() => false);
  for (const place of order) {
    const one = all[place] ?? [];
    if (best.some((other) => dominates(other, one))) continue;
    best.push(one);
    isBest[place] = true;
  }
  return isBest;
}

/** Not worse in any figure, and better in one. */
export function dominates(a: readonly number[], b: readonly number[]): boolean {
  let isBetter = false;
  for (const [place, value] of a.entries()) {
    const other = b[place] ?? Number.NaN;
    if (!(value <= other)) return false;
    if (value < other) isBetter = true;
  }
  return isBetter;
}

function firstUnlike(a: readonly number[], b: readonly number[]): number {
  for (const [place, value] of a.entries()) {
    const difference = value - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
