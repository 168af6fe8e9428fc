/** What Python's module is made of beside the rest of the workspace. */
import { expect, test } from "vitest";
import { madeApart } from "./shared-crates.mjs";

test("a crate with the same features is shared, one with others is told once", () => {
  const whole = ["bytes v1 std", "model v0 ", "serde_core v1 alloc,default,std"];
  expect(madeApart(["bytes v1 std", "model v0 "], whole)).toEqual([]);
  const alone = ["bytes v1 std", "serde_core v1 alloc,std", "serde_core v1 alloc,std"];
  expect(madeApart(alone, whole)).toEqual(["serde_core v1 alloc,std"]);
});
