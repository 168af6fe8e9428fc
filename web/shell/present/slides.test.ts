import { describe, expect, test } from "vitest";

import { placeText, stepTo } from "./slides";

const slide = (id: number, us: number) => ({ id, us, name: `Slide ${id}`, branch: 0, note: "" });
const SLIDES = [slide(4, 1_000), slide(2, 2_000), slide(9, 5_000)];

describe("bookmarks as slides", () => {
  test("begin with the first, and go on by their instants", () => {
    expect(stepTo(SLIDES, null, 1)?.id).toBe(4);
    expect(stepTo(SLIDES, 4, 1)?.id).toBe(2);
    expect(stepTo(SLIDES, 2, 1)?.id).toBe(9);
    expect(stepTo(SLIDES, 9, -1)?.id).toBe(2);
  });

  test("end at both ends", () => {
    expect(stepTo(SLIDES, 9, 1)).toBeUndefined();
    expect(stepTo(SLIDES, 4, -1)).toBeUndefined();
    expect(stepTo(SLIDES, null, -1)).toBeUndefined();
    expect(stepTo([], null, 1)).toBeUndefined();
  });

  test("begin anew when the present one was deleted", () => {
    expect(stepTo(SLIDES, 77, 1)?.id).toBe(4);
  });

  test("say where one is", () => {
    expect(placeText(SLIDES, 2)).toBe("Slide 2 of 3");
    expect(placeText(SLIDES, null)).toBe("3 slides");
    expect(placeText([slide(1, 1)], null)).toBe("1 slide");
  });
});
