/** Numbered rows in columns, of which the engine sends what is new; what was seen stays. */

import { countWhile } from "@/model/search";

type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

export type Columns = Readonly<Record<string, Column>>;

/** Rows from a number on; the run's first is 0. */
export interface Rows<C extends Columns> {
  /** Another object for another past: what was found of rows before says nothing of these. */
  readonly past: object;
  readonly first: number;
  readonly count: number;
  readonly columns: C;
}

/** Most rows that are kept; of more the older half goes. */
export const ROWS_MAX = 131_072;
/** Room for so many more is made at once, so that not every picture copies all. */
const ROOM = 4_096;

/** Rows from the run's first on. */
export function rowsOf<C extends Columns>(columns: C): Rows<C> {
  return { past: {}, first: 0, count: lengthOf(columns), columns };
}

/** The number of the first row that is not here. */
export function rowsEnd(rows: Rows<Columns>): number {
  return rows.first + rows.count;
}

/** Takes in what came, or puts it in the place of all when the past is another one now. */
export function mergeRows<C extends Columns>(
  known: Rows<C>,
  first: number,
  fresh: C,
  isOther: boolean,
): Rows<C> {
  const count = lengthOf(fresh);
  const end = rowsEnd(known);
  // Runs that have nothing yet are alike; with their first rows each has a past of its own.
  const isFirst = known.count === 0 && count > 0;
  if (isOther || isFirst || (first > end && count > 0))
    return { past: {}, first, count, columns: fresh };
  const added = first + count - end;
  if (added <= 0) return known;
  const start = count - added;
  const columns: Record<string, Column> = {};
  const dropped = known.count + added > ROWS_MAX ? Math.floor(known.count / 2) : 0;
  for (const [name, column] of Object.entries(known.columns)) {
    const more = fresh[name] as Column;
    columns[name] = joined(column.subarray(dropped), more.subarray(start));
  }
  const rows = known.count - dropped + added;
  const { past } = known;
  return { past, first: known.first + dropped, count: rows, columns: columns as C };
}

/** Position of the first row that is later than an instant. */
export function rowAfter(atUs: Float64Array, us: number): number {
  return countWhile(atUs.length, (place) => (atUs[place] ?? 0) <= us);
}

function lengthOf(columns: Columns): number {
  return Object.values(columns)[0]?.length ?? 0;
}

/**
 * Both after each other. Written behind the first in its own buffer where there is room: whoever has
 * the first still sees only its own part, and nobody goes on from it twice.
 */
function joined(first: Column, more: Column): Column {
  const Maker = first.constructor as new (
    from: ArrayBufferLike | number,
    at?: number,
    length?: number,
  ) => Column;
  const length = first.length + more.length;
  const end = first.byteOffset + length * first.BYTES_PER_ELEMENT;
  if (end <= first.buffer.byteLength) {
    const wider = new Maker(first.buffer, first.byteOffset, length);
    wider.set(more, first.length);
    return wider;
  }
  const larger = new Maker(length + ROOM + (length >> 1));
  larger.set(first);
  larger.set(more, first.length);
  return new Maker(larger.buffer, 0, length);
}
