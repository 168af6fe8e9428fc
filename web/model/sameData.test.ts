import { expect, test } from "vitest";

import { sameData } from "./sameData";

const store = () => ({ id: 1, name: "s1", up: true, disk: { queue: [1, 2], full: null } });

test.each([
  [store(), store()],
  [[], []],
  [null, null],
  [Number.NaN, Number.NaN],
])("%j says the same as %j", (a, b) => {
  expect(sameData(a, b)).toBe(true);
});

test.each([
  [store(), { ...store(), up: false }],
  [store(), { ...store(), disk: { queue: [1, 3], full: null } }],
  [store(), { ...store(), more: undefined }],
  [{ a: undefined }, { b: undefined }],
  [[1, 2], [1]],
  [[], {}],
  [null, {}],
  [0, false],
])("%j does not say the same as %j", (a, b) => {
  expect(sameData(a, b)).toBe(false);
  expect(sameData(b, a)).toBe(false);
});
