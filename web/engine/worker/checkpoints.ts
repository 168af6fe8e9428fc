/**
 * States of one instance's memory, as a tree of differences from parents, so that what two
 * branches have in common is held once. XOR asks for no order and no direction.
 */

import { applyDelta, type Delta, mergeDeltas, takeDelta } from "./delta";
import type { InstanceValues } from "./engineLike";

/** Copying a word is so many times cheaper than looking up where it goes. */
const COPY_GAIN = 10;
/** A memory grows by little and often: the shadow has room for so much more of it at once. */
const SHADOW_SPARE = 1 / 8;

export interface Place {
  us: number;
  events: number;
  /** Actions of the log that the engine has been given. */
  applied: number;
}

export interface Checkpoint {
  readonly place: Place;
  /** JavaScript values held; the same list as long as they do not change. */
  readonly values: readonly unknown[];
  delta: Delta;
  parent: Checkpoint | undefined;
  readonly children: Checkpoint[];
  /** The whole memory, at some of them. */
  image: Int32Array<ArrayBuffer> | undefined;
}

/** A state outside the tree, whole. */
interface Near {
  place: Place;
  values: readonly unknown[];
  image: Int32Array<ArrayBuffer>;
}

export interface InstanceState {
  /** The instance's memory; another object once it has grown. */
  memory(): ArrayBuffer;
  values?: InstanceValues | undefined;
}

export class Checkpoints {
  private readonly instance: InstanceState;
  /** The memory as it was at the checkpoint `at`; zeros from there to the end. */
  private shadow: Int32Array<ArrayBuffer> = new Int32Array();
  /** Of the shadow, as long as the memory has been so far. */
  private words = 0;
  private at: Checkpoint;
  private readonly images = new Set<Checkpoint>();
  private near: Near | undefined;
  private kept = 0;

  /** Begins with the memory as it is. */
  constructor(instance: InstanceState, place: Place) {
    this.instance = instance;
    this.shadow = new Int32Array(instance.memory()).slice();
    this.words = this.shadow.length;
    this.at = fresh(place, this.takeValues([]), new Int32Array(), undefined);
  }

  get bytes(): number {
    return this.kept;
  }

  /** Bytes of checkpoints that are kept whole. */
  get copiedBytes(): number {
    let bytes = 0;
    for (const { image } of this.images) bytes += image?.byteLength ?? 0;
    return bytes;
  }

  /** Bytes of the memory, as it was last looked at. */
  get memoryBytes(): number {
    return this.words * 4;
  }

  /** Bytes of all that is whole: the shadow and the place at hand besides. */
  get wholeBytes(): number {
    return this.copiedBytes + this.shadow.byteLength + (this.near?.image.byteLength ?? 0);
  }

  /** Where the shadow is: the start, as long as nothing was recorded. */
  get present(): Checkpoint {
    return this.at;
  }

  /** Takes the memory as it is, after this checkpoint and before those of its children. */
  record(place: Place, after: Checkpoint, next: Checkpoint | undefined): Checkpoint {
    this.moveShadow(after);
    this.fitShadow();
    const delta = takeDelta(new Int32Array(this.instance.memory()), this.shadow);
    const taken = fresh(place, this.takeValues(after.values), delta, after);
    this.kept += delta.byteLength;
    after.children.push(taken);
    if (next !== undefined) {
      this.replaceDelta(next, mergeDeltas(next.delta, delta));
      moveChild(next, after, taken);
    }
    this.at = taken;
    return taken;
  }

  /** Takes one out; those after it then lead on from the one before. */
  drop(checkpoint: Checkpoint): void {
    const { parent, children } = checkpoint;
    if (parent === undefined) throw new Error("The start of a run is not dropped.");
    if (this.at === checkpoint) this.moveShadow(parent);
    for (const child of [...children]) {
      this.replaceDelta(child, mergeDeltas(checkpoint.delta, child.delta));
      moveChild(child, checkpoint, parent);
    }
    parent.children.splice(parent.children.indexOf(checkpoint), 1);
    this.kept -= checkpoint.delta.byteLength;
    this.images.delete(checkpoint);
  }

  /** Writes a checkpoint back into the instance. */
  restore(checkpoint: Checkpoint): void {
    this.moveShadow(checkpoint);
    this.fitShadow();
    this.writeBack(this.shadow.subarray(0, this.words), checkpoint.values);
  }

  /** Keeps this one place whole: somebody looks around here, event by event. */
  recordNear(place: Place): void {
    const memory = new Int32Array(this.instance.memory());
    let image = this.near?.image;
    if (image?.length === memory.length) image.set(memory);
    else image = memory.slice();
    this.near = { place, image, values: this.takeValues(this.near?.values ?? []) };
  }

  get nearPlace(): Place | undefined {
    return this.near?.place;
  }

  restoreNear(): void {
    if (this.near !== undefined) this.writeBack(this.near.image, this.near.values);
  }

  forgetNear(): void {
    this.near = undefined;
  }

  /** A whole copy of the one just recorded. */
  copyWhole(): void {
    this.at.image = this.shadow.slice(0, this.words);
    this.images.add(this.at);
  }

  dropWhole(checkpoint: Checkpoint): void {
    checkpoint.image = undefined;
    this.images.delete(checkpoint);
  }

  get copied(): ReadonlySet<Checkpoint> {
    return this.images;
  }

  private writeBack(image: Int32Array, values: readonly unknown[]): void {
    const memory = new Int32Array(this.instance.memory());
    memory.set(image);
    // Nothing reads what the memory has grown by before writing it; as zeros it costs no bytes.
    memory.fill(0, image.length);
    this.instance.values?.put(values);
  }

  /** From the whole copy that is the shortest way off, or from where the shadow is. */
  private moveShadow(to: Checkpoint): void {
    if (to === this.at) return;
    const ways = waysFrom(to);
    let from = this.at;
    let least = wayBytes(from, ways);
    for (const copied of this.images) {
      const cost = wayBytes(copied, ways) + (copied.image?.byteLength ?? 0) / COPY_GAIN;
      if (cost >= least) continue;
      least = cost;
      from = copied;
    }
    if (from !== this.at && from.image !== undefined) {
      this.shadow.set(from.image);
      this.shadow.fill(0, from.image.length);
    }
    this.walk(from, to, ways);
    this.at = to;
  }

  private walk(from: Checkpoint, to: Checkpoint, ways: Ways): void {
    let common = from;
    for (; !ways.has(common); common = parentOf(common)) applyDelta(common.delta, this.shadow);
    for (let at = to; at !== common; at = parentOf(at)) applyDelta(at.delta, this.shadow);
  }

  private fitShadow(): void {
    this.words = this.instance.memory().byteLength / 4;
    if (this.shadow.length >= this.words) return;
    const larger = new Int32Array(Math.ceil(this.words * (1 + SHADOW_SPARE)));
    larger.set(this.shadow);
    this.shadow = larger;
  }

  private takeValues(before: readonly unknown[]): readonly unknown[] {
    const held = this.instance.values?.take() ?? [];
    const isSame = held.length === before.length && held.every((value, i) => value === before[i]);
    return isSame ? before : held;
  }

  private replaceDelta(checkpoint: Checkpoint, delta: Delta): void {
    this.kept += delta.byteLength - checkpoint.delta.byteLength;
    checkpoint.delta = delta;
  }
}

/** Bytes of differences from each checkpoint before another to it, itself included. */
type Ways = Map<Checkpoint, number>;

function waysFrom(to: Checkpoint): Ways {
  const ways: Ways = new Map();
  let bytes = 0;
  for (let at: Checkpoint | undefined = to; at !== undefined; at = at.parent) {
    ways.set(at, bytes);
    bytes += at.delta.byteLength;
  }
  return ways;
}

function wayBytes(from: Checkpoint, ways: Ways): number {
  let bytes = 0;
  let at = from;
  for (; !ways.has(at); at = parentOf(at)) bytes += at.delta.byteLength;
  return bytes + (ways.get(at) ?? 0);
}

function parentOf({ parent }: Checkpoint): Checkpoint {
  if (parent === undefined) throw new Error("Two checkpoints have no way between them.");
  return parent;
}

function fresh(
  place: Place,
  values: readonly unknown[],
  delta: Delta,
  parent: Checkpoint | undefined,
): Checkpoint {
  return { place, values, delta, parent, children: [], image: undefined };
}

function moveChild(child: Checkpoint, from: Checkpoint, to: Checkpoint): void {
  from.children.splice(from.children.indexOf(child), 1);
  to.children.push(child);
  child.parent = to;
}
