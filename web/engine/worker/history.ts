/**
 * Which checkpoints there are, within a budget over all branches: dense near the end of the run,
 * thinner with age, thinnest in branches that nobody has looked at for long.
 */

import { type Checkpoint, Checkpoints, type InstanceState, type Place } from "./checkpoints";
import type { WorkerDeps } from "./engineLike";

/** All differences together stay below this: ten minutes under load at full density. */
export const HISTORY_BYTES_MAX = 96 * 1024 * 1024;
/** Gaps between known checkpoints are filled only up to here: what was thinned stays thin. */
const FILLED_SHARE = 0.8;
/** Differences, whole copies and the memory itself, of which there are always `MEMORIES`. */
const ALL_BYTES_MAX = 240 * 1024 * 1024;
/** The instance's own, the one that differences lead from, and the one at hand. */
const MEMORIES = 3;
/** Differences from one whole copy to the next. */
const IMAGE_EVERY_BYTES = 6 * 1024 * 1024;
/** Events between checkpoints, where wall time allows: what running them again costs is felt. */
export const CHECKPOINT_EVENTS = 8_192;
/** What a checkpoint may cost, of the time until the next, while pictures are drawn, and otherwise. */
export const DRAWN_SHARE = 0.02;
export const BULK_SHARE = 0.8;
/** The first ones are slow, because the machine has yet to learn the loops: they count as this. */
const FIRST_COST_MS_MAX = 16;
const FIRST = 8;
/** Between known checkpoints only such gaps are worth another one. */
const WIDE_GAP = 4;
/** How much less a checkpoint counts for each branch that was looked at since. */
const DISUSE = 4;

type HistoryDeps = InstanceState & Omit<WorkerDeps, "engine">;

export class History {
  private readonly deps: HistoryDeps;
  private readonly bytesMax: number;
  private readonly spacing: number;
  private tree: Checkpoints | undefined;
  /** From the start on; the branch last looked at comes last. */
  private readonly lines = new Map<number, Checkpoint[]>();
  private branch = 0;
  private line: Checkpoint[] = [];
  private restUntilMs = 0;
  private taken = 0;

  constructor(deps: HistoryDeps) {
    this.deps = deps;
    this.bytesMax = deps.bytesMax ?? HISTORY_BYTES_MAX;
    this.spacing = deps.spacing ?? CHECKPOINT_EVENTS;
  }

  get bytes(): number {
    return this.tree?.bytes ?? 0;
  }

  get wholeBytes(): number {
    return this.tree?.wholeBytes ?? 0;
  }

  /** Of the branch that is looked at. */
  get places(): Place[] {
    return this.line.map(({ place }) => place);
  }

  /** Forgets everything and begins with the memory as it is. */
  start(place: Place, branch = this.branch): void {
    this.tree = new Checkpoints(this.deps, place);
    this.branch = branch;
    this.line = [this.tree.present];
    this.lines.clear();
    this.lines.set(branch, this.line);
    this.restUntilMs = 0;
    this.taken = 0;
  }

  /** Takes a checkpoint when there are enough events since the one before and time for it. */
  offer(place: Place, share: number): void {
    const before = this.before((p) => p.events <= place.events);
    if (place.events - this.placeOf(before).events < this.spacing) return;
    const next = this.line[before + 1]?.place.events;
    if (next !== undefined && !this.isWorthFilling(next - this.placeOf(before).events)) return;
    if (this.deps.wallMs() < this.restUntilMs) return;
    this.record(place, share);
  }

  private isWorthFilling(gapEvents: number): boolean {
    return gapEvents >= WIDE_GAP * this.spacing && this.bytes < FILLED_SHARE * this.bytesMax;
  }

  record(place: Place, share = DRAWN_SHARE): void {
    const began = this.deps.wallMs();
    const before = this.before((p) => p.events <= place.events && p.applied <= place.applied);
    const known = this.at(before);
    if (known.place.events === place.events && known.place.applied === place.applied) return;
    const next = this.line[before + 1];
    const taken = this.theTree.record(place, known, next);
    for (const line of this.lines.values()) {
      const index = line === this.line ? before + 1 : next === undefined ? -1 : line.indexOf(next);
      if (index > 0) line.splice(index, 0, taken);
    }
    if (next === undefined) this.copyWhole(taken);
    this.thin();
    const ended = this.deps.wallMs();
    this.taken += 1;
    const most = this.taken <= FIRST ? FIRST_COST_MS_MAX : Number.POSITIVE_INFINITY;
    this.restUntilMs = ended + Math.min(most, ended - began) / share;
  }

  /** Keeps this one place of the branch at hand: somebody looks deps here, event by event. */
  recordNear(place: Place): void {
    this.theTree.recordNear(place);
  }

  /** Restores the place at hand when it lies before the goal and after this checkpoint. */
  restoreNear(index: number, holds: (place: Place) => boolean): Place | undefined {
    const { nearPlace } = this.theTree;
    if (nearPlace === undefined || !holds(nearPlace)) return undefined;
    if (nearPlace.events <= this.placeOf(index).events) return undefined;
    this.theTree.restoreNear();
    return nearPlace;
  }

  /** The last checkpoint for which this holds; it must hold for a beginning of the list. */
  before(holds: (place: Place) => boolean): number {
    let low = 0;
    let high = this.line.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.placeOf(middle))) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  placeOf(index: number): Place {
    return this.at(index).place;
  }

  /** Writes a checkpoint back into the instance. */
  restore(index: number): Place {
    this.theTree.restore(this.at(index));
    return this.placeOf(index);
  }

  /** Drops the checkpoints after this one from the branch. */
  forgetAfter(index: number): void {
    const dropped = this.line.splice(index + 1);
    this.dropUnused(dropped);
    this.theTree.forgetNear();
  }

  /** Throws where there is a branch of this number. */
  mustBeNew(branch: number): void {
    if (this.lines.has(branch)) throw new Error(`There is a branch ${branch} already.`);
  }

  /** A new branch, which shares the checkpoints up to this one, becomes the one looked at. */
  fork(branch: number, index: number): void {
    this.mustBeNew(branch);
    this.lines.set(branch, this.line.slice(0, index + 1));
    this.look(branch);
  }

  /** Makes another branch the one looked at; false when nothing of it is kept. */
  look(branch: number): boolean {
    const line = this.lines.get(branch);
    if (line === undefined) return false;
    if (branch !== this.branch) this.theTree.forgetNear();
    this.lines.delete(branch);
    this.lines.set(branch, line);
    this.branch = branch;
    this.line = line;
    return true;
  }

  /** Frees what only this branch has; not the one looked at. */
  forget(branch: number): void {
    const line = this.lines.get(branch);
    if (line === undefined || branch === this.branch) return;
    this.lines.delete(branch);
    this.dropUnused(line);
  }

  private get theTree(): Checkpoints {
    if (this.tree === undefined) throw new Error("The history has not been started.");
    return this.tree;
  }

  private at(index: number): Checkpoint {
    const found = this.line[index];
    if (found === undefined) throw new Error(`There is no checkpoint ${index}.`);
    return found;
  }

  /** From the end, so that each is without children when its turn comes. */
  private dropUnused(line: Checkpoint[]): void {
    const used = new Set<Checkpoint>();
    for (const other of this.lines.values()) for (const checkpoint of other) used.add(checkpoint);
    for (const checkpoint of line.toReversed()) {
      if (!used.has(checkpoint)) this.theTree.drop(checkpoint);
    }
  }

  /** A whole copy, far enough from the one before, as long as there is room for it. */
  private copyWhole(taken: Checkpoint): void {
    let wayBytes = 0;
    for (let at: Checkpoint | undefined = taken; at !== undefined; at = at.parent) {
      if (at.image !== undefined) break;
      wayBytes += at.delta.byteLength;
    }
    if (wayBytes >= IMAGE_EVERY_BYTES) this.theTree.copyWhole();
    const always = this.bytes + MEMORIES * this.theTree.memoryBytes;
    while (this.theTree.copied.size > 1 && always + this.theTree.copiedBytes > ALL_BYTES_MAX) {
      const least = this.leastUsefulWhole();
      if (least === undefined) return;
      this.theTree.dropWhole(least);
    }
  }

  /** The whole copy of another branch, or else the one whose neighbours are closest. */
  private leastUsefulWhole(): Checkpoint | undefined {
    const { copied } = this.theTree;
    const here = new Set(this.line);
    for (const checkpoint of copied) if (!here.has(checkpoint)) return checkpoint;
    const inLine = this.line.filter((checkpoint) => copied.has(checkpoint));
    let found: Checkpoint | undefined;
    let least = Number.POSITIVE_INFINITY;
    // The newest stays.
    for (let i = 0; i + 1 < inLine.length; i += 1) {
      const gap = (inLine[i + 1]?.place.events ?? 0) - (inLine[i - 1]?.place.events ?? 0);
      if (gap >= least) continue;
      least = gap;
      found = inLine[i];
    }
    return found;
  }

  private thin(): void {
    while (this.theTree.bytes > this.bytesMax) {
      const least = this.leastUseful();
      if (least === undefined) return;
      this.theTree.drop(least);
      for (const line of this.lines.values()) {
        const index = line.indexOf(least);
        if (index > 0) line.splice(index, 1);
      }
    }
  }

  /**
   * Where the gap that a drop leaves is smallest for its age; far back, wider gaps will do, and in
   * branches that nobody has looked at for long. Start and end of the present one stay, and those
   * with a whole copy: it would go with them, and the way to all deps it is long without.
   */
  private leastUseful(): Checkpoint | undefined {
    const seen = new Set<Checkpoint>();
    let found: Checkpoint | undefined;
    let least = Number.POSITIVE_INFINITY;
    let disuse = 1;
    for (const line of [...this.lines.values()].reverse()) {
      const end = line.at(-1)?.place.events ?? 0;
      for (let index = 1; index < line.length; index += 1) {
        const checkpoint = line[index] as Checkpoint;
        const next = line[index + 1];
        if (seen.has(checkpoint)) continue;
        seen.add(checkpoint);
        if (checkpoint.image !== undefined) continue;
        if (next === undefined && line === this.line) continue;
        const from = line[index - 1]?.place.events ?? 0;
        const gap = (next?.place.events ?? end + this.spacing) - from;
        const age = end - checkpoint.place.events;
        // One where branches part is held for each of them.
        const loss = (gap * Math.max(1, checkpoint.children.length)) / (age + end / 8 + 1) / disuse;
        if (loss >= least) continue;
        least = loss;
        found = checkpoint;
      }
      disuse += DISUSE;
    }
    return found;
  }
}
