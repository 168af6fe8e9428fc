import { describe, expect, it } from "vitest";

import { placeAfter } from "./useRoving";

describe("arrow keys in a group", () => {
  it("go by one in a row and by a row in a table", () => {
    expect(placeAfter("ArrowRight", 4, 9, 3)).toBe(5);
    expect(placeAfter("ArrowLeft", 4, 9, 3)).toBe(3);
    expect(placeAfter("ArrowDown", 4, 9, 3)).toBe(7);
    expect(placeAfter("ArrowUp", 4, 9, 3)).toBe(1);
  });

  it("stop at the ends", () => {
    expect(placeAfter("ArrowUp", 1, 9, 3)).toBeUndefined();
    expect(placeAfter("ArrowRight", 8, 9, 3)).toBeUndefined();
    expect(placeAfter("Home", 0, 9, 3)).toBeUndefined();
    expect(placeAfter("End", 0, 9, 3)).toBe(8);
  });

  it("leave other keys alone", () => {
    expect(placeAfter("Tab", 0, 9, 3)).toBeUndefined();
    expect(placeAfter("a", 0, 9, 3)).toBeUndefined();
  });
});
