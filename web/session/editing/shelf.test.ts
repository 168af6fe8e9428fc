import { expect, test } from "vitest";

import { freeName } from "./shelf";

test("a name that is taken gets a number before its end", () => {
  expect(freeName("mine.json", [])).toBe("mine.json");
  expect(freeName("mine.json", ["mine.json"])).toBe("mine 2.json");
  expect(freeName("mine.json", ["mine.json", "mine 2.json"])).toBe("mine 3.json");
  expect(freeName("mine", ["mine"])).toBe("mine 2");
});
