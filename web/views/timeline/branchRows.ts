/** Branches as lanes above the time line: which, in which order, and where each one parts. */

import type { Branch } from "@/session/session";

export interface BranchRow {
  branch: Branch;
  /** Place of the lane that it parts from; -1: none. */
  from: number;
  /** Steps from the first branch. */
  depth: number;
}

/**
 * Parents first, and of one parent's branches the one that parts last comes first: so no line
 * crosses another. With more than `most`, the present one, the way to it and the newest are shown.
 */
export function branchRows(branches: Branch[], current: number, most = Infinity): BranchRow[] {
  const rows = shownOf(branches, current, most);
  const ids = new Set(rows.map(({ id }) => id));
  const parents = new Map(branches.map(({ id, parent }) => [id, parent]));
  const parentOf = ({ parent }: Branch): number => {
    let at = parent;
    while (at >= 0 && !ids.has(at)) at = parents.get(at) ?? -1;
    return at;
  };
  const lanes: BranchRow[] = [];
  const place = (parent: number, from: number, depth: number): void => {
    const children = rows.filter((branch) => parentOf(branch) === parent);
    children.sort((a, b) => b.fork_us - a.fork_us || a.id - b.id);
    for (const branch of children) {
      lanes.push({ branch, from, depth });
      place(branch.id, lanes.length - 1, depth + 1);
    }
  };
  place(-1, -1, 0);
  return lanes;
}

function shownOf(branches: Branch[], current: number, most: number): Branch[] {
  if (branches.length <= most) return branches;
  const way: Branch[] = [];
  for (let at = find(branches, current); at !== undefined; at = find(branches, at.parent)) {
    way.push(at);
  }
  const first = way.at(-1);
  const wanted = new Set([...way.slice(0, most - 1), ...(first === undefined ? [] : [first])]);
  for (const branch of branches.toReversed()) {
    if (wanted.size >= most) break;
    wanted.add(branch);
  }
  return branches.filter((branch) => wanted.has(branch));
}

function find(branches: Branch[], id: number): Branch | undefined {
  return branches.find((branch) => branch.id === id);
}
