import { describe, expect, it } from "vitest";
import { mergeRows, ROWS_MAX, rowAfter, rowsEnd, rowsOf } from "./rows";

type Table = { at: Float64Array; what: Uint8Array };

const columns = (...at: number[]): Table => ({
  at: Float64Array.from(at),
  what: Uint8Array.from(at),
});
const NONE = rowsOf<Table>(columns());

describe("rows", () => {
  it("takes in only what is new, and an earlier reader keeps its own", () => {
    const two = mergeRows(NONE, 0, columns(1, 2), false);
    const four = mergeRows(two, 1, columns(2, 3, 4), false);
    expect([...four.columns.at]).toEqual([1, 2, 3, 4]);
    expect([...four.columns.what]).toEqual([1, 2, 3, 4]);
    expect([...two.columns.at]).toEqual([1, 2]);
    const five = mergeRows(four, 4, columns(5), false);
    expect([...five.columns.at]).toEqual([1, 2, 3, 4, 5]);
    expect([...four.columns.at]).toEqual([1, 2, 3, 4]);
  });

  it("stays the same object when nothing is new, also from before what is known", () => {
    const known = mergeRows(NONE, 0, columns(1, 2, 3), false);
    expect(mergeRows(known, 3, columns(), false)).toBe(known);
    expect(mergeRows(known, 0, columns(1), false)).toBe(known);
  });

  it("is another table when the past is another, or when some were not sent in time", () => {
    const known = mergeRows(NONE, 0, columns(1, 2, 3), false);
    expect([...mergeRows(known, 0, columns(1, 7), true).columns.at]).toEqual([1, 7]);
    const later = mergeRows(known, 9, columns(9, 10), false);
    expect([later.first, later.count, rowsEnd(later)]).toEqual([9, 2, 11]);
  });

  it("has a past of its own from its first rows on, though runs begin alike", () => {
    const one = mergeRows(NONE, 0, columns(1), false);
    const other = mergeRows(NONE, 0, columns(1), false);
    expect(one.past).not.toBe(other.past);
    expect(mergeRows(one, 1, columns(2), false).past).toBe(one.past);
  });

  it("forgets the older half rather than growing for ever", () => {
    let rows = NONE;
    for (let at = 0; at <= ROWS_MAX; at += 1_000) {
      const fresh = columns(...Array.from({ length: 1_000 }, (_, i) => at + i));
      rows = mergeRows(rows, at, fresh, false);
    }
    expect(rows.count).toBeLessThanOrEqual(ROWS_MAX);
    expect(rows.columns.at[0]).toBe(rows.first);
    expect(rows.columns.at.at(-1)).toBe(rowsEnd(rows) - 1);
  });

  it("finds the first row after an instant", () => {
    const at = Float64Array.from([1, 2, 2, 5]);
    expect([0, 1, 2, 4, 5].map((us) => rowAfter(at, us))).toEqual([0, 1, 3, 3, 4]);
  });
});
