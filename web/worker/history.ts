/**
 * Checkpoints of the engine's memory within a budget: dense near the end of the run, thinner with
 * age. Must not know the engine: a place in the run is three numbers.
 */

import { applyDelta, type Delta, mergeDeltas, takeDelta } from "./delta";
import type { InstanceValues } from "./engineLike";

/** All differences together stay below this. */
export const HISTORY_BYTES_MAX = 64 * 1024 * 1024;
/** Whole copies on the way, so that a long way needs few differences, stay below this. */
export const IMAGES_BYTES_MAX = 48 * 1024 * 1024;
/** Differences from one whole copy to the next. */
const IMAGE_EVERY_BYTES = 12 * 1024 * 1024;
/** Copying a word is so many times cheaper than looking up where it goes. */
const COPY_GAIN = 6;
/** Events between checkpoints, where wall time allows: what running them again costs is felt. */
export const CHECKPOINT_EVENTS = 4_096;
/** Share of wall time that taking checkpoints may cost while pictures are drawn, and otherwise. */
export const DRAWN_SHARE = 0.02;
export const BULK_SHARE = 0.25;
/** The first ones are slow, because the machine has yet to learn the loops. */
const COST_MS_MAX = 12;
/** Between known checkpoints only such gaps are worth another one. */
const WIDE_GAP = 16;

/** Where a run is. */
export interface Place {
  us: number;
  events: number;
  /** Actions of the log that the engine has been given. */
  applied: number;
}

interface Checkpoint {
  place: Place;
  /** From the checkpoint before. */
  delta: Delta;
  /** JavaScript values held; the same list as long as they do not change. */
  values: readonly unknown[];
  /** The whole memory, at some of them. */
  image?: Int32Array<ArrayBuffer> | undefined;
}

/** A state beside the list: what leads there from a checkpoint. */
interface Near extends Checkpoint {
  from: Checkpoint;
}

export interface HistorySurroundings {
  /** The instance's memory; another object once it has grown. */
  memory(): ArrayBuffer;
  values?: InstanceValues | undefined;
  wallMs(): number;
  bytesMax?: number | undefined;
  /** Events between checkpoints. */
  spacing?: number | undefined;
}

export class History {
  private readonly around: HistorySurroundings;
  private readonly bytesMax: number;
  private readonly spacing: number;
  private checkpoints: Checkpoint[] = [];
  /** The memory as it was at the checkpoint `at`. */
  private shadow: Int32Array<ArrayBuffer> = new Int32Array();
  private at = 0;
  private kept = 0;
  private near: Near | undefined;
  private restUntilMs = 0;

  constructor(around: HistorySurroundings) {
    this.around = around;
    this.bytesMax = around.bytesMax ?? HISTORY_BYTES_MAX;
    this.spacing = around.spacing ?? CHECKPOINT_EVENTS;
  }

  /** Bytes held besides the one whole copy. */
  get bytes(): number {
    return this.kept;
  }

  get wholeBytes(): number {
    return this.shadow.byteLength + this.imageBytes + (this.near?.delta.byteLength ?? 0);
  }

  get places(): Place[] {
    return this.checkpoints.map(({ place }) => place);
  }

  /** Forgets everything and begins with the memory as it is. */
  start(place: Place): void {
    this.shadow = new Int32Array(this.around.memory()).slice();
    this.checkpoints = [{ place, delta: new Int32Array(), values: this.takeValues([]) }];
    this.at = 0;
    this.kept = 0;
    this.near = undefined;
    this.restUntilMs = 0;
  }

  /** Takes a checkpoint when there are enough events since the one before and time for it. */
  offer(place: Place, share: number): void {
    const before = this.before((p) => p.events <= place.events);
    if (place.events - this.placeOf(before).events < this.spacing) return;
    const next = this.checkpoints[before + 1]?.place.events ?? Number.POSITIVE_INFINITY;
    if (next - this.placeOf(before).events < WIDE_GAP * this.spacing) return;
    if (this.around.wallMs() < this.restUntilMs) return;
    this.record(place, share);
  }

  /** Takes a checkpoint now. */
  record(place: Place, share = DRAWN_SHARE): void {
    const began = this.around.wallMs();
    const before = this.before((p) => p.events <= place.events);
    const known = this.placeOf(before);
    if (known.events === place.events && known.applied === place.applied) return;
    this.moveShadow(before);
    this.fitShadow();
    const delta = takeDelta(new Int32Array(this.around.memory()), this.shadow);
    const next = this.checkpoints[before + 1];
    if (next !== undefined) this.replaceDelta(next, mergeDeltas(next.delta, delta));
    const values = this.takeValues(this.checkpoints[before]?.values ?? []);
    this.checkpoints.splice(before + 1, 0, { place, delta, values });
    this.kept += delta.byteLength;
    this.at = before + 1;
    this.copyWhole();
    this.thin();
    const ended = this.around.wallMs();
    this.restUntilMs = ended + Math.min(COST_MS_MAX, ended - began) / share;
  }

  /** Keeps this one place beside the list: somebody looks around here, event by event. */
  recordNear(place: Place): void {
    const before = this.before((p) => p.events <= place.events);
    const from = this.checkpoints[before];
    if (from === undefined) return;
    this.moveShadow(before);
    this.fitShadow();
    const delta = takeDelta(new Int32Array(this.around.memory()), this.shadow);
    applyDelta(delta, this.shadow);
    this.near = { place, from, delta, values: this.takeValues(from.values) };
  }

  /** Restores the place beside the list when it lies before the goal and after this checkpoint. */
  restoreNear(index: number, holds: (place: Place) => boolean): Place | undefined {
    const { near } = this;
    if (near === undefined || near.from !== this.checkpoints[index] || !holds(near.place)) {
      return undefined;
    }
    this.moveShadow(index);
    this.fitShadow();
    applyDelta(near.delta, this.shadow);
    this.writeBack(near);
    applyDelta(near.delta, this.shadow);
    return near.place;
  }

  /** The last checkpoint for which this holds; it must hold for a beginning of the list. */
  before(holds: (place: Place) => boolean): number {
    let low = 0;
    let high = this.checkpoints.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.placeOf(middle))) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  placeOf(index: number): Place {
    const found = this.checkpoints[index];
    if (found === undefined) throw new Error(`There is no checkpoint ${index}.`);
    return found.place;
  }

  /** Writes a checkpoint back into the instance. */
  restore(index: number): Place {
    this.moveShadow(index);
    this.fitShadow();
    const checkpoint = this.checkpoints[index];
    if (checkpoint !== undefined) this.writeBack(checkpoint);
    return this.placeOf(index);
  }

  /** Drops the checkpoints after this one. */
  forgetAfter(index: number): void {
    if (this.at > index) this.moveShadow(index);
    for (const { delta } of this.checkpoints.splice(index + 1)) this.kept -= delta.byteLength;
    this.near = undefined;
  }

  private writeBack({ values }: Checkpoint): void {
    // What the memory has grown by since is zero in the shadow; nothing reads it before writing.
    new Int32Array(this.around.memory()).set(this.shadow);
    this.around.values?.put(values);
  }

  /** From the whole copy that is the shortest way off, or from where the shadow is. */
  private moveShadow(index: number): void {
    const image = this.nearestImage(index);
    const copy = this.checkpoints[image]?.image;
    if (image !== this.at && copy !== undefined) {
      this.shadow.set(copy);
      this.shadow.fill(0, copy.length);
      this.at = image;
    }
    while (this.at < index) {
      this.at += 1;
      applyDelta(this.deltaOf(this.at), this.shadow);
    }
    while (this.at > index) {
      applyDelta(this.deltaOf(this.at), this.shadow);
      this.at -= 1;
    }
  }

  private nearestImage(index: number): number {
    let found = this.at;
    let least = this.wayBytes(this.at, index);
    for (const [at, { image }] of this.checkpoints.entries()) {
      if (image === undefined) continue;
      const cost = this.wayBytes(at, index) + image.byteLength / COPY_GAIN;
      if (cost >= least) continue;
      least = cost;
      found = at;
    }
    return found;
  }

  /** Bytes of the differences between two checkpoints. */
  private wayBytes(from: number, to: number): number {
    let bytes = 0;
    const last = Math.max(from, to);
    for (let at = Math.min(from, to) + 1; at <= last; at += 1) {
      bytes += this.deltaOf(at).byteLength;
    }
    return bytes;
  }

  private get imageBytes(): number {
    return this.checkpoints.reduce((bytes, { image }) => bytes + (image?.byteLength ?? 0), 0);
  }

  /** A whole copy of the last one, far enough from the one before; of too many every other goes. */
  private copyWhole(): void {
    const last = this.checkpoints.length - 1;
    const newest = this.checkpoints[last];
    if (newest === undefined || this.at !== last) return;
    const before = this.checkpoints.findLastIndex(({ image }) => image !== undefined);
    if (this.wayBytes(Math.max(0, before), last) < IMAGE_EVERY_BYTES) return;
    newest.image = this.shadow.slice();
    while (this.imageBytes > IMAGES_BYTES_MAX) {
      const copied = this.checkpoints.filter(({ image }) => image !== undefined);
      for (let i = 0; i < copied.length; i += 2) {
        const checkpoint = copied[i];
        if (checkpoint !== undefined) checkpoint.image = undefined;
      }
    }
  }

  private fitShadow(): void {
    const words = this.around.memory().byteLength / 4;
    if (this.shadow.length >= words) return;
    const larger = new Int32Array(words);
    larger.set(this.shadow);
    this.shadow = larger;
  }

  private takeValues(before: readonly unknown[]): readonly unknown[] {
    const held = this.around.values?.take() ?? [];
    const isSame = held.length === before.length && held.every((value, i) => value === before[i]);
    return isSame ? before : held;
  }

  private deltaOf(index: number): Delta {
    return this.checkpoints[index]?.delta ?? new Int32Array();
  }

  private replaceDelta(checkpoint: Checkpoint, delta: Delta): void {
    this.kept += delta.byteLength - checkpoint.delta.byteLength;
    checkpoint.delta = delta;
  }

  /** The first stays: it is the start of the run. */
  private thin(): void {
    while (this.kept > this.bytesMax && this.checkpoints.length > 1) {
      this.drop(this.leastUseful());
    }
  }

  private drop(index: number): void {
    if (this.at === index) this.moveShadow(index - 1);
    const [dropped] = this.checkpoints.splice(index, 1);
    if (dropped === undefined) return;
    if (this.at > index) this.at -= 1;
    this.kept -= dropped.delta.byteLength;
    const next = this.checkpoints[index];
    if (next !== undefined) this.replaceDelta(next, mergeDeltas(dropped.delta, next.delta));
  }

  /** Where the gap that a drop leaves is smallest for its age; far back, wider gaps will do. */
  private leastUseful(): number {
    const last = this.checkpoints.length - 1;
    const end = this.placeOf(last).events;
    let found = last;
    let least = Number.POSITIVE_INFINITY;
    for (let index = 1; index < last; index += 1) {
      const gap = this.placeOf(index + 1).events - this.placeOf(index - 1).events;
      const age = end - this.placeOf(index).events;
      const loss = gap / (age + end / 8 + 1);
      if (loss < least) {
        least = loss;
        found = index;
      }
    }
    return found;
  }
}
