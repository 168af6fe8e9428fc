/**
 * The logs of a range's replicas as the engine tells them: one array of numbers, read into lanes.
 * The layout is that of core/run/src/playground/log.rs; a test reads a real one.
 * Must not know how logs are drawn.
 */

const HEAD = 5;
const REPLICA = 7;
const ENTRY = 5;
const LOST = 7;

export type EntryKind = "write" | "empty" | "members" | "admin";

const KINDS: readonly EntryKind[] = ["write", "empty", "members", "admin"];

export interface LogEntry {
  index: number;
  term: number;
  kind: EntryKind;
  /** Length of its protobuf encoding. */
  bytes: number;
  /** The put that it carries, 0 = none. */
  request: number;
  /** Entries of one index and term have one hash. */
  hash: number;
}

/** An entry that a log held and holds no more. */
export interface LostEntry extends LogEntry {
  at_us: number;
  /** It was not on disk yet when its store crashed; else another leader's took its place. */
  byCrash: boolean;
}

/** The log of one replica over the stretch. */
export interface LogLane {
  /** First and last index held, in the stretch or not. */
  first: number;
  last: number;
  /** What the leader believes that it holds, and what it will send next; 0 = no leader. */
  matched: number;
  next: number;
  /** Those of the stretch, by index. */
  entries: ReadonlyMap<number, LogEntry>;
  lost: readonly LostEntry[];
}

export interface LogPicture {
  /** The stretch: first index, and the index after it. */
  from: number;
  end: number;
  /** First and last index that any replica holds. */
  first: number;
  last: number;
  /** In placement order. */
  lanes: readonly LogLane[];
}

/** Null when there is no such range, or nothing was asked for. */
export function readLog(numbers: Float64Array | null): LogPicture | null {
  if (numbers === null || numbers.length < HEAD) return null;
  const read = (at: number): number => numbers[at] ?? 0;
  const lanes: LogLane[] = [];
  let at = HEAD;
  for (let replica = 0; replica < read(4); replica += 1) {
    const head = at;
    at += REPLICA;
    const entries = new Map<number, LogEntry>();
    for (let place = 0; place < read(head + 5); place += 1, at += ENTRY) {
      const index = read(head + 4) + place;
      entries.set(index, entryAt(numbers, at, index));
    }
    const lost: LostEntry[] = [];
    for (let place = 0; place < read(head + 6); place += 1, at += LOST) {
      const entry = entryAt(numbers, at + 1, read(at));
      lost.push({ ...entry, hash: 0, at_us: read(at + 5), byCrash: read(at + 6) === 1 });
    }
    lanes.push({
      first: read(head),
      last: read(head + 1),
      matched: read(head + 2),
      next: read(head + 3),
      entries,
      lost,
    });
  }
  return { from: read(0), end: read(1), first: read(2), last: read(3), lanes };
}

function entryAt(numbers: Float64Array, at: number, index: number): LogEntry {
  return {
    index,
    term: numbers[at] ?? 0,
    kind: KINDS[numbers[at + 1] ?? 0] ?? "write",
    bytes: numbers[at + 2] ?? 0,
    request: numbers[at + 3] ?? 0,
    hash: numbers[at + 4] ?? 0,
  };
}
