/** Who led how many ranges when, by their own belief: stretches by store. Pure. */

import type { Leads } from "./series";

export interface Stretch {
  fromUs: number;
  toUs: number;
  count: number;
  /** The term in which it began to lead last. */
  term: number;
}

/** Who began (1) and ceased (0) to lead, in order. */
interface Led {
  columns: Omit<Leads["columns"], "first" | "total">;
}

/** Stretches in which a store leads any range, by node, up to an instant. */
export function leadingOf({ columns }: Led, untilUs: number): Map<number, Stretch[]> {
  const byNode = new Map<number, Stretch[]>();
  const { at_us, node, began, term } = columns;
  for (let row = 0; row < at_us.length; row += 1) {
    const us = at_us[row] ?? 0;
    if (us > untilUs) break;
    const stretches = byNode.get(node[row] ?? 0) ?? [];
    byNode.set(node[row] ?? 0, stretches);
    const last = stretches.at(-1);
    const before = last !== undefined && last.toUs === untilUs ? last.count : 0;
    const begins = began[row] === 1;
    const count = before + (begins ? 1 : -1);
    const newest = begins ? (term[row] ?? 0) : (last?.term ?? 0);
    if (last !== undefined && last.toUs === untilUs) last.toUs = us;
    if (last?.fromUs === us) stretches.pop();
    if (count > 0) stretches.push({ fromUs: us, toUs: untilUs, count, term: newest });
  }
  return byNode;
}

/** Whether leaders changed beyond the first of each range: else there is no story in it. */
export function hasChanges({ columns }: Leads): boolean {
  const seen = new Set<number>();
  for (let row = 0; row < columns.range.length; row += 1) {
    const range = columns.range[row] ?? 0;
    if (columns.began[row] === 0 || seen.has(range)) return true;
    seen.add(range);
  }
  return false;
}

export function mostOf(byNode: Map<number, Stretch[]>): number {
  let most = 1;
  for (const stretches of byNode.values())
    for (const { count } of stretches) most = Math.max(most, count);
  return most;
}
