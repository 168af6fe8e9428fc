/** How far leaders knew their logs to be committed, as lines over time. */

import { bisector } from "d3-array";
import type { Commits, Leads } from "./series";

/** Two that lead for less than this: the news of an election was on its way. */
const OVERLAP_US_MIN = 200_000;

export interface Office {
  node: number;
  /** In which it leads. */
  term: number;
  fromUs: number;
  /** When it ceased to lead, or the end of what is known. */
  toUs: number;
}

interface Step {
  us: number;
  index: number;
}

export interface CommitLine extends Office {
  /** Its commit index from each instant on; the first stands where the office began. */
  steps: Step[];
}

/** Who led a range when, by their own belief, in the order in which they began. */
export function officesOf({ columns }: Leads, range: number, untilUs: number): Office[] {
  const offices: Office[] = [];
  const open = new Map<number, Office>();
  for (let row = 0; row < columns.at_us.length; row += 1) {
    const us = columns.at_us[row] ?? 0;
    if (us > untilUs) break;
    if (columns.range[row] !== range) continue;
    const node = columns.node[row] ?? 0;
    const known = open.get(node);
    if (known !== undefined) known.toUs = us;
    open.delete(node);
    if (columns.began[row] === 0) continue;
    const office = { node, term: columns.term[row] ?? 0, fromUs: us, toUs: untilUs };
    open.set(node, office);
    offices.push(office);
  }
  return offices;
}

/** A range that two led at once for longer than news takes; undefined = none. */
export function disputedRange({ columns }: Leads, untilUs: number): number | undefined {
  const { at_us, range, node, began } = columns;
  /** By range: who leads it, since when. */
  const leading = new Map<number, Map<number, number>>();
  for (let row = 0; row < at_us.length; row += 1) {
    const us = at_us[row] ?? 0;
    if (us > untilUs) break;
    const [about, store] = [range[row] ?? 0, node[row] ?? 0];
    const there = leading.get(about) ?? new Map<number, number>();
    leading.set(about, there);
    if (began[row] === 0 && sharedUs(there, us) >= OVERLAP_US_MIN) return about;
    there.delete(store);
    if (began[row] === 1) there.set(store, us);
  }
  for (const [about, there] of leading)
    if (sharedUs(there, untilUs) >= OVERLAP_US_MIN) return about;
  return undefined;
}

/** For how long all of these have led at once; 0 for one alone. */
function sharedUs(there: ReadonlyMap<number, number>, us: number): number {
  return there.size < 2 ? 0 : us - Math.max(...there.values());
}

/** The lines of a range up to an instant; an office that committed nothing has none. */
export function commitLines(
  leads: Leads,
  { columns }: Commits,
  range: number,
  untilUs: number,
): CommitLine[] {
  const lines = officesOf(leads, range, untilUs).map(
    (office): CommitLine => ({ ...office, steps: [] }),
  );
  const { at_us, index } = columns;
  for (let row = 0; row < at_us.length; row += 1) {
    const us = at_us[row] ?? 0;
    if (us > untilUs) break;
    if (columns.range[row] !== range) continue;
    const line = lines.findLast(
      ({ node, fromUs, toUs }) => node === columns.node[row] && fromUs <= us && us <= toUs,
    );
    line?.steps.push({ us, index: index[row] ?? 0 });
  }
  return lines.filter(({ steps }) => steps.length > 0);
}

const byInstant = bisector<Step, number>(({ us }) => us);

/** What a leader believed at an instant; undefined when it did not lead, or knew of nothing. */
export function indexAt({ steps, fromUs, toUs }: CommitLine, us: number): number | undefined {
  if (us < fromUs || us > toUs) return undefined;
  return steps[byInstant.right(steps, us) - 1]?.index;
}

export interface Behind {
  node: number;
  index: number;
  /** What it does not know of. */
  behind: number;
}

/** Where the leaders of an instant stand: the furthest first, and how far the others are behind. */
export function standingAt(lines: readonly CommitLine[], us: number): Behind[] {
  const known = lines.flatMap((line) => {
    const index = indexAt(line, us);
    return index === undefined ? [] : [{ node: line.node, index }];
  });
  const most = Math.max(0, ...known.map(({ index }) => index));
  return known
    .map((one) => ({ ...one, behind: most - one.index }))
    .sort((a, b) => a.behind - b.behind);
}

export interface Gap {
  us: number;
  low: number;
  high: number;
}

/** What lies between a line and the furthest of the others, from step to step; none while it is that. */
export function gapsOf(line: CommitLine, all: readonly CommitLine[]): Gap[] {
  const others = all.filter((other) => other !== line);
  const instants = [line, ...others]
    .flatMap(({ steps, fromUs, toUs }) => [...steps.map(({ us }) => us), fromUs, toUs])
    .filter((us) => us >= line.fromUs && us <= line.toUs)
    .sort((a, b) => a - b);
  return instants.flatMap((us): Gap[] => {
    const low = indexAt(line, us);
    const high = Math.max(0, ...others.map((other) => indexAt(other, us) ?? 0));
    return low === undefined || high <= low ? [] : [{ us, low, high }];
  });
}
