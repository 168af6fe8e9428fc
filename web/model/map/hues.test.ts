/** Four hues: of terms where there is one range, of leading stores where there are many. */
import { describe, expect, test } from "vitest";
import { worldOf } from "@/test/fixtures";
import { hueColor, hueOfLeader, isByStore, storeHue, termHue } from "./hues";

const ONE_RANGE = worldOf({ stores: [1, 1, 1], gateways: [1] });
const MANY = worldOf({ stores: [2, 2, 2], gateways: [1], ranges: 4 });

describe("the hue of a term", () => {
  test("is another for the next term, and comes again after four", () => {
    expect([1, 2, 3, 4, 5, 6].map(termHue)).toEqual([1, 2, 3, 4, 1, 2]);
  });

  test("is none before the first", () => {
    expect(termHue(0)).toBe(0);
    expect(hueColor(termHue(0))).toBe("var(--term-0)");
  });
});

describe("whose word counts", () => {
  test("is told by the term where there is one range, whoever leads", () => {
    expect(isByStore(ONE_RANGE)).toBe(false);
    expect([0, 1, 2].map((node) => hueOfLeader(ONE_RANGE, node, 2))).toEqual([2, 2, 2]);
  });

  test("is told by the store where there are many ranges, whatever the term", () => {
    expect(isByStore(MANY)).toBe(true);
    expect([0, 1, 2, 3, 4, 5].map((node) => hueOfLeader(MANY, node, 7))).toEqual([
      1, 2, 3, 4, 1, 2,
    ]);
  });

  test("is no gateway's", () => {
    expect(storeHue(MANY, 6)).toBe(0);
  });
});

test("a hue has a line, a ground and a tone between them", () => {
  expect([hueColor(2), hueColor(2, "-soft"), hueColor(2, "-mid")]).toEqual([
    "var(--term-2)",
    "var(--term-2-soft)",
    "var(--term-2-mid)",
  ]);
});
