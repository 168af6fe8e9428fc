/**
 * The difference between two states of a memory: before XOR after, as runs of words, forward and
 * back alike. Words, not 4 KiB pages: 1.8 MB against 9 MB for 16 simulated seconds of load.
 */

/** [offset, length, words…] again and again, by rising offset. */
export type Delta = Int32Array;

/** A gap of so many equal words costs no more than the head of another run. */
const GAP_MAX = 2;

/** Where differences are written before their size is known; it grows and stays. */
let scratch: Int32Array<ArrayBuffer> = new Int32Array(1 << 18);

function room(size: number, needed: number): Int32Array<ArrayBuffer> {
  if (size + needed <= scratch.length) return scratch;
  const larger = new Int32Array(Math.max(scratch.length * 2, size + needed));
  larger.set(scratch);
  scratch = larger;
  return larger;
}

// The loops below go through millions of words: no calls, no objects, indexes in bounds by
// construction.

/** What leads from `shadow` to `now`; afterwards they are equal. The shadow is not the shorter. */
export function takeDelta(now: Int32Array, shadow: Int32Array): Delta {
  let out = scratch;
  let size = 0;
  let head = -1;
  let end = -GAP_MAX - 1;
  const length = now.length;
  // A memory has whole pages: its length is a multiple of eight words.
  for (let i = 0; i < length; i += 8) {
    if (isEqual(now, shadow, i)) continue;
    out = room(size, 32);
    for (let word = i; word < i + 8; word += 1) {
      const after = now[word] as number;
      const bits = after ^ (shadow[word] as number);
      if (bits === 0) continue;
      shadow[word] = after;
      if (word - end > GAP_MAX) {
        if (head >= 0) out[head + 1] = size - head - 2;
        head = size;
        out[size] = word;
        size += 2;
      } else {
        for (; end < word; end += 1) out[size++] = 0;
      }
      out[size++] = bits;
      end = word + 1;
    }
  }
  if (head >= 0) out[head + 1] = size - head - 2;
  return out.slice(0, size);
}

function isEqual(a: Int32Array, b: Int32Array, i: number): boolean {
  return (
    a[i] === b[i] &&
    a[i + 1] === b[i + 1] &&
    a[i + 2] === b[i + 2] &&
    a[i + 3] === b[i + 3] &&
    a[i + 4] === b[i + 4] &&
    a[i + 5] === b[i + 5] &&
    a[i + 6] === b[i + 6] &&
    a[i + 7] === b[i + 7]
  );
}

/** Goes from one end of the difference to the other. */
export function applyDelta(delta: Delta, memory: Int32Array): void {
  const size = delta.length;
  let read = 0;
  while (read < size) {
    let word = delta[read] as number;
    const end = read + 2 + (delta[read + 1] as number);
    for (read += 2; read < end; read += 1) {
      memory[word] = (memory[word] as number) ^ (delta[read] as number);
      word += 1;
    }
  }
}

const END = Number.MAX_SAFE_INTEGER;

/** Both differences as one: run by run, and word by word only where they meet. */
export function mergeDeltas(a: Delta, b: Delta): Delta {
  const out = room(0, a.length + b.length);
  let size = 0;
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const first = i < a.length ? (a[i] as number) : END;
    const other = j < b.length ? (b[j] as number) : END;
    const head = size;
    out[head] = Math.min(first, other);
    size += 2;
    // Every run that begins within what is written so far is laid over it.
    let end = out[head] as number;
    for (;;) {
      if (i < a.length && (a[i] as number) <= end) {
        [i, end] = lay(a, i, out, head, end);
      } else if (j < b.length && (b[j] as number) <= end) {
        [j, end] = lay(b, j, out, head, end);
      } else break;
    }
    size = head + 2 + end - (out[head] as number);
    out[head + 1] = size - head - 2;
  }
  return out.slice(0, size);
}

/** XORs a run over what follows the head; returns where the next run is, and the new end. */
function lay(from: Delta, at: number, out: Int32Array, head: number, end: number) {
  const offset = from[at] as number;
  const length = from[at + 1] as number;
  const to = head + 2 + offset - (out[head] as number);
  const over = Math.min(length, end - offset);
  for (let k = 0; k < over; k += 1) {
    out[to + k] = (out[to + k] as number) ^ (from[at + 2 + k] as number);
  }
  for (let k = over; k < length; k += 1) out[to + k] = from[at + 2 + k] as number;
  return [at + 2 + length, Math.max(end, offset + length)] as const;
}
