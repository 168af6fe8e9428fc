import { expect, it } from "vitest";
import { namedIn } from "./names";

it("tells names in order, and how many gave none", () => {
  const names = new Map([
    ["a", "Zoe"],
    ["b", "Ada"],
  ]);
  expect(namedIn(["a", "b"], names)).toEqual(["Ada", "Zoe"]);
  expect(namedIn(["c", "a", "d"], names)).toEqual(["Zoe", "2 without a name"]);
});
