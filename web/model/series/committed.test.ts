import { describe, expect, it } from "vitest";
import { rowsOf } from "@/model/series/rows";
import { commitLines, disputedRange, gapsOf, standingAt } from "./committed";
import type { Commits, Leads } from "./series";

/** Rows of [instant, range, node, leads]; the second leader's term is 2. */
function leads(...rows: [number, number, number, 0 | 1][]): Leads {
  return rowsOf({
    at_us: Float64Array.from(rows, ([us]) => us),
    range: Uint32Array.from(rows, ([, range]) => range),
    node: Uint16Array.from(rows, ([, , node]) => node),
    began: Uint8Array.from(rows, ([, , , on]) => on),
    term: Float64Array.from(rows, ([, , node, on]) => (on === 1 ? node + 1 : 0)),
  });
}

/** Rows of [instant, range, node, index]. */
function commits(...rows: [number, number, number, number][]): Commits {
  return rowsOf({
    at_us: Float64Array.from(rows, ([us]) => us),
    range: Uint32Array.from(rows, ([, range]) => range),
    node: Uint16Array.from(rows, ([, , node]) => node),
    index: Float64Array.from(rows, ([, , , index]) => index),
  });
}

const S = 1_000_000;

describe("commit indexes of leaders", () => {
  // s0 is cut off at 3 s and leads on by its own belief until 8 s; s1 leads from 4 s on.
  const led = leads([0, 0, 0, 1], [4 * S, 0, 1, 1], [8 * S, 0, 0, 0]);
  const known = commits(
    [S, 0, 0, 5],
    [2 * S, 0, 0, 7],
    [4 * S, 0, 1, 8],
    [6 * S, 0, 1, 12],
    [9 * S, 0, 1, 20],
  );

  it("are a line for each that believes to lead, and one stands still", () => {
    const lines = commitLines(led, known, 0, 10 * S);
    expect(lines.map(({ node, fromUs, toUs }) => [node, fromUs, toUs])).toEqual([
      [0, 0, 8 * S],
      [1, 4 * S, 10 * S],
    ]);
    expect(standingAt(lines, 7 * S)).toEqual([
      { node: 1, index: 12, behind: 0 },
      { node: 0, index: 7, behind: 5 },
    ]);
    expect(standingAt(lines, 9 * S)).toEqual([{ node: 1, index: 20, behind: 0 }]);
  });

  it("show what the one does not know of, while it believes to lead", () => {
    const lines = commitLines(led, known, 0, 10 * S);
    const [old] = lines;
    const gaps = old === undefined ? [] : gapsOf(old, lines);
    expect(gaps.at(0)).toEqual({ us: 4 * S, low: 7, high: 8 });
    expect(gaps.at(-1)).toEqual({ us: 8 * S, low: 7, high: 12 });
  });

  it("are a story where two lead at once for longer than news takes", () => {
    expect(disputedRange(led, 10 * S)).toBe(0);
    expect(disputedRange(led, 4 * S + 1)).toBeUndefined();
    const handed = leads([0, 3, 0, 1], [S, 3, 1, 1], [S + 30_000, 3, 0, 0]);
    expect(disputedRange(handed, 10 * S)).toBeUndefined();
  });

  it("end where nothing more is known", () => {
    expect(commitLines(led, known, 0, 3 * S)).toHaveLength(1);
    expect(commitLines(led, known, 7, 10 * S)).toEqual([]);
  });
});
