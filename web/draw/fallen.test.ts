import { expect, test } from "vitest";
import { lostEntries } from "./Fallen";

const log = (...terms: [number, number][]) => new Map(terms);

test("an entry that another leader's takes the place of is lost, and what moved out of sight is not", () => {
  const before = log([5, 1], [6, 1], [7, 1]);
  expect(lostEntries(before, log([6, 1], [7, 2], [8, 2]))).toEqual([{ index: 7, term: 1 }]);
  expect(lostEntries(before, log([5, 1], [6, 1]))).toEqual([{ index: 7, term: 1 }]);
  expect(lostEntries(before, log([6, 1], [7, 1], [8, 1]))).toEqual([]);
});
